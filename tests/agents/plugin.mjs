// Plays the part of OpenCode or Amp: loads a plugin, calls its hooks with one shell command, and prints what came of it.
//
//     node plugin.mjs HOST PLUGIN COMMAND [ANOTHER]
//
// HOST: opencode-1, opencode-2, opencode-2-bare (no permission hook), opencode-2-late (a permission hook that no tool hook
// came before), opencode-2-changed (another plugin changes the command in between), opencode-2-other (the permission is for
// another command), opencode-2-anonymous (no id, and the permission is for another call), opencode-2-session (the same id of
// another session), amp-yes, amp-no (what the user says), amp-mute (nobody to ask), amp-blind (the helper finds no command).

import { pathToFileURL } from "node:url"

const [host, file, command, other] = process.argv.slice(2)
const plugin = (await import(pathToFileURL(file))).default
const directory = process.cwd()
const result = {}

async function caught(work) {
  const start = Date.now()
  try {
    await work()
  } catch (error) {
    result.thrown = error.message
  }
  result.milliseconds = Date.now() - start
}

async function opencode1() {
  const hooks = await plugin.server({ directory, worktree: directory })
  const output = { args: { command, description: "x" } }
  const before = output.args
  await caught(() => hooks["tool.execute.before"]({ tool: "bash", sessionID: "s", callID: "c" }, output))
  result.command = output.args.command
  result.sameObject = before === output.args
  await hooks["tool.execute.before"]({ tool: "read", sessionID: "s", callID: "d" }, { args: { filePath: "/etc/shadow" } })
}

async function opencode2() {
  const hooks = {}
  const register = (name, hook) => void (hooks[name] = hook)
  const permission = host === "opencode-2-bare" ? undefined : { hook: register }
  await plugin.setup({ tool: { hook: register }, permission, directory })
  const source = { type: "tool", messageID: "m", id: "c" }
  await caught(async () => {
    const input = { command }
    const anonymous = host === "opencode-2-anonymous"
    const id = anonymous ? undefined : "c"
    if (host !== "opencode-2-late") {
      await hooks["execute.before"]({ tool: "shell", sessionID: "s", agent: "build", messageID: "m", id, input })
    }
    if (host === "opencode-2-changed") input.command = other
    // pieces only, as that version shows them
    const sessionID = host === "opencode-2-session" ? "t" : "s"
    const event = { sessionID, agent: "build", action: "shell", resources: ["cat"], source, effect: "allow" }
    event.metadata = host === "opencode-2-other" ? { command: other } : {}
    if (anonymous) delete source.id
    await hooks["evaluate"]?.(event)
    result.effect = event.effect
    result.message = event.message
  })
}

async function amp() {
  let hook
  const helpers = {
    shellCommandFromToolCall: ({ tool, input }) =>
      tool === "Bash" && host !== "amp-blind" ? { command: input.cmd, dir: input.cwd } : undefined,
  }
  plugin({ on: (name, given) => void (name === "tool.call" && (hook = given)), helpers })
  const confirm = async (asked) => {
    result.asked = asked.message
    if (host === "amp-mute") throw new Error("there is no UI")
    return host === "amp-yes"
  }
  await caught(async () => {
    const event = { tool: "Bash", input: { cmd: command, cwd: directory }, thread: { id: "T-1" } }
    Object.assign(result, await hook(event, { ui: { confirm } }))
  })
  const other = await hook({ tool: "Read", input: { path: "/x" }, thread: { id: "T-1" } }, { ui: { confirm } })
  result.other = other.action
}

await (host === "opencode-1" ? opencode1() : host.startsWith("opencode-2") ? opencode2() : amp())
process.stdout.write(JSON.stringify(result))
// a program that hangs must not keep this one
process.exit(0)
