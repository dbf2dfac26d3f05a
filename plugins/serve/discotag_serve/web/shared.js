// The page to share: its data stand in it.
showResults(JSON.parse(byId("data").textContent));
