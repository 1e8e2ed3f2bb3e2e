// Lets runok decide about each shell command before OpenCode runs it. Written by `runok init opencode`; it is replaced as a
// whole by the next `runok init`, so changes belong elsewhere.
//
// Whatever goes wrong here (runok is missing, fails, says something unknown, takes too long) refuses the command.

import { spawn } from "node:child_process"

const RUNOK = "__RUNOK__"

// runok has a shorter deadline of its own; this is for one that does not even keep that
const TIMEOUT_MS = 10_000

const SHELLS = ["bash", "shell"]

const MAX_JUDGED = 1000

const EFFECTS = ["allow", "ask", "deny"]

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value)

// What runok answers to one event.
function hook(event, payload, directory) {
  return new Promise((resolve, reject) => {
    const refuse = (why) => reject(new Error(`runok: ${why}, so the command is refused`))
    const text = JSON.stringify(payload)
    const child = spawn(RUNOK, ["hook", "opencode", "--event", event], {
      cwd: directory || undefined,
      stdio: ["pipe", "pipe", "pipe"],
    })
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
        const answer = JSON.parse(said("stdout"))
        if (isObject(answer)) return resolve(answer)
      } catch {
        // refused below
      }
      refuse(`${RUNOK} said nothing that this plugin understands`)
    })
    child.stdin.end(text)
  })
}

// Version 1 of OpenCode: a thrown error refuses the call, and its text is what the model sees.
async function server(context) {
  const { directory, worktree } = context ?? {}
  return {
    "tool.execute.before": async (input, output) => {
      if (!SHELLS.includes(input.tool)) return
      const answer = await hook("tool.execute.before", { input, output, directory, worktree }, directory)
      if (answer.action === "proceed") return
      if (answer.action === "mutate" && isObject(answer.args)) {
        // OpenCode ignores other arguments than the object it gave
        Object.assign(output.args, answer.args)
        return
      }
      throw new Error(answer.action === "throw" && answer.message ? answer.message : "runok: refused")
    },
  }
}

// Version 2. The permission hook sees pieces of a command; the whole of it comes before, at the tool hook. So it is judged
// there: a refusal is thrown at once, and what else was said waits for the permission hook.
async function setup(context) {
  const directory = context?.directory ?? context?.location?.directory ?? null
  const judged = new Map()

  const judge = async (event, metadata) => {
    const { sessionID, agent, action, resources, source, effect } = event
    const payload = { sessionID, agent, action, resources, metadata, source, effect, directory }
    const answer = await hook("permission.evaluate", payload, directory)
    if (!EFFECTS.includes(answer.effect)) throw new Error("runok: it said nothing that is known")
    return answer
  }

  // A call that has no id is no other call's.
  const keyOf = (sessionID, id) => (typeof id === "string" && id !== "" ? JSON.stringify([sessionID, id]) : undefined)

  // What was said of this very call counts for what it was said of; everything else is judged now, and the stricter counts.
  const answerTo = async (event) => {
    const metadata = isObject(event.metadata) ? event.metadata : {}
    const key = keyOf(event.sessionID, event.source?.id)
    const before = key === undefined ? undefined : judged.get(key)
    judged.delete(key)
    if (!before) return judge(event, metadata)
    const answers = [before.answer]
    if (JSON.stringify(before.input) !== before.said) answers.push(await judge(event, before.input))
    const { command } = metadata
    if (command !== undefined && command !== before.input.command) answers.push(await judge(event, metadata))
    return answers.reduce((one, other) => (EFFECTS.indexOf(other.effect) > EFFECTS.indexOf(one.effect) ? other : one))
  }

  const evaluates = typeof context?.permission?.hook === "function"
  await context?.tool?.hook?.("execute.before", async (event) => {
    if (!SHELLS.includes(event.tool)) return
    const { sessionID, agent, messageID, id, tool } = event
    const source = { type: "tool", messageID, id }
    const answer = await judge({ sessionID, agent, action: tool, resources: [], source, effect: "ask" }, event.input)
    const refused = answer.effect === "deny" || (answer.effect === "ask" && !evaluates)
    if (refused) throw new Error(answer.message || "runok: refused")
    if (!evaluates) return
    // calls that OpenCode never asks about leave theirs behind
    if (judged.size >= MAX_JUDGED) judged.clear()
    const key = keyOf(sessionID, id)
    if (key) judged.set(key, { answer, input: event.input, said: JSON.stringify(event.input) })
  })
  if (!evaluates) return
  await context.permission.hook("evaluate", async (event) => {
    if (!SHELLS.includes(event.action)) return
    try {
      const answer = await answerTo(event)
      event.effect = answer.effect
      if (answer.message) event.message = answer.message
    } catch (error) {
      // an error would be a defect there, and not a refusal
      event.effect = "deny"
      event.message = error instanceof Error ? error.message : String(error)
    }
  })
}

// Version 1 reads `server`, version 2 `setup`.
export default { id: "runok", server, setup }
