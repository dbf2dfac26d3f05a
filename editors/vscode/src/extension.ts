// Starts `discotag lsp` for the open folder, and passes on what it says.
import * as vscode from "vscode";
import {
  LanguageClient,
  type LanguageClientOptions,
  type ServerOptions,
} from "vscode-languageclient/node";

let client: LanguageClient | undefined;

const serverOptions = (command: string[], folder: string | undefined): ServerOptions => {
  const [program = "discotag", ...args] = command;
  return { command: program, args, options: { cwd: folder } };
};

const clientOptions = (configuration: string): LanguageClientOptions => ({
  documentSelector: [{ scheme: "file" }],
  initializationOptions: configuration ? { configuration } : {},
});

const start = async (): Promise<void> => {
  const settings = vscode.workspace.getConfiguration("discotag");
  const command = settings.get<string[]>("command", ["discotag", "lsp", "--stdio"]);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  client = new LanguageClient(
    "discotag",
    "discotag",
    serverOptions(command, folder),
    clientOptions(settings.get<string>("configuration", "")),
  );
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const told = error instanceof Error ? error.message : String(error);
    const answer = await vscode.window.showErrorMessage(
      `discotag does not start (${command.join(" ")}): ${told}. ` +
        "Install it with pip install discotag-lsp, or set discotag.command.",
      "Open settings",
    );
    if (answer) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "discotag.command");
    }
  }
};

const stop = async (): Promise<void> => {
  const running = client;
  client = undefined;
  await running?.stop();
};

export const activate = async (context: vscode.ExtensionContext): Promise<void> => {
  context.subscriptions.push(
    vscode.commands.registerCommand("discotag.restart", async () => {
      await stop();
      await start();
    }),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (!event.affectsConfiguration("discotag")) return;
      await stop();
      await start();
    }),
  );
  await start();
};

export const deactivate = (): Promise<void> => stop();
