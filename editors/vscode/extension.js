// Starts `wgr lsp` and hands it the rules that are open. Colours need none of this: they are in syntaxes/.
"use strict";

const { commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

/** The client that runs, if one does. */
let client;
/** What is being started or ended: one after the other. */
let turn = Promise.resolve();

async function stop() {
  const running = client;
  client = undefined;
  if (running) {
    // One that never came up cannot be stopped.
    await running.dispose().catch(() => {});
  }
}

async function start() {
  await stop();
  const command = workspace.getConfiguration("wgr").get("path", "").trim() || "wgr";
  // Which files are to be watched, the server says by itself.
  const documentSelector = [{ scheme: "file", language: "wgr" }];
  const next = new LanguageClient("wgr", "wgr", { command, args: ["lsp"] }, { documentSelector });
  client = next;
  try {
    await next.start();
  } catch (error) {
    const open = "Open the setting";
    const says = error instanceof Error ? error.message : String(error);
    window
      .showErrorMessage(`\`${command} lsp\` does not run: ${says}. Say in the setting wgr.path where wgr lies.`, open)
      .then((answer) => answer === open && commands.executeCommand("workbench.action.openSettings", "wgr.path"));
  }
}

function again() {
  turn = turn.then(start, start);
  return turn;
}

function activate(context) {
  context.subscriptions.push(
    commands.registerCommand("wgr.restart", again),
    workspace.onDidChangeConfiguration((change) => change.affectsConfiguration("wgr.path") && again()),
  );
  // Not waited for: the editor goes on while wgr reads the game.
  again();
}

function deactivate() {
  turn = turn.then(stop, stop);
  return turn;
}

module.exports = { activate, deactivate };
