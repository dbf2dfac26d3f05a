/* Search in pages that are read from the disk: there browsers refuse workers, so one is played by a hidden frame. */
(() => {
  if (location.protocol !== "file:") return;

  class FrameWorker extends EventTarget {
    constructor(url) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      this.scope = this.frame.contentWindow;
      this.scope.importScripts = () => {};
      this.scope.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      const script = this.scope.document.createElement("script");
      this.loaded = new Promise((done) => script.addEventListener("load", done));
      script.src = new URL(url, document.baseURI).href;
      this.scope.document.body.append(script);
    }

    postMessage(data) {
      this.loaded.then(() => this.scope.dispatchEvent(new MessageEvent("message", { data })));
    }

    terminate() {
      this.frame.remove();
    }
  }

  window.Worker = FrameWorker;
})();
