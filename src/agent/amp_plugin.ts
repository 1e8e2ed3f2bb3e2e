// Lets runok decide about each shell command before Amp runs it. Written by `runok init amp`; it is replaced as a whole by the
// next `runok init`, so changes belong elsewhere.
//
// Whatever goes wrong here (runok is missing, fails, says something unknown, takes too long; nobody can be asked) refuses.

import { spawn } from "node:child_process"

const RUNOK = "__RUNOK__"

// runok has a shorter deadline of its own; this is for one that does not even keep that
const TIMEOUT_MS = 10_000

// Tools that are shells, whether Amp's helper reads their input or not.
const SHELLS = ["Bash", "shell_command"]

// What runok answers to one call.
function hook(payload) {
  return new Promise((resolve, reject) => {
    const refuse = (why) => reject(new Error(`runok: ${why}, so the command is refused`))
    const text = JSON.stringify(payload)
    const child = spawn(RUNOK, ["hook", "amp", "--event", "tool.call"], { stdio: ["pipe", "pipe", "pipe"] })
    const timer = setTimeout(() => {
      child.kill("SIGKILL")
      refuse(`${RUNOK} gave no answer in time`)
    }, TIMEOUT_MS)
    const output = { stdout: [], stderr: [] }
    for (const name of ["stdout", "stderr"]) child[name].on("data", (chunk) => output[name].push(chunk))
    // a program that has answered may close its input early
    child.stdin.on("error", () => {})
    child.on("error", (error) => {
      clearTimeout(timer)
      refuse(`${RUNOK} cannot be started (${error.message})`)
    })
    child.on("close", (code, signal) => {
      clearTimeout(timer)
      const said = (name) => Buffer.concat(output[name]).toString("utf8").trim()
      if (code !== 0) return refuse(said("stderr") || `${RUNOK} ended with ${signal ?? code}`)
      try {
        return resolve(JSON.parse(said("stdout")))
      } catch {
        refuse(`${RUNOK} said nothing that this plugin understands`)
      }
    })
    child.stdin.end(text)
  })
}

async function answer(amp, event, context) {
  const found = amp.helpers.shellCommandFromToolCall(event)
  const { tool, input, thread } = event
  if (!found && !SHELLS.includes(tool)) return { action: "allow" }
  const shell = found ? { command: found.command, dir: found.dir } : undefined
  const said = await hook({ tool, input, thread: { id: thread?.id }, shell })
  if (said?.confirm) {
    const confirmed = await context.ui.confirm(said.confirm)
    return confirmed === true ? { action: "allow" } : said.onCancel
  }
  if (["allow", "reject-and-continue", "modify"].includes(said?.action)) return said
  throw new Error("runok: it said nothing that is known")
}

export default function (amp) {
  amp.on("tool.call", async (event, context) => {
    try {
      return await answer(amp, event, context)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return { action: "reject-and-continue", message }
    }
  })
}
