#!/usr/bin/env node
// May this `gh api graphql` run? Queries may; mutations and subscriptions may not.
//
// Wire it in runok.yml:
//
//     types:
//       ReadOnlyGraphql:
//         executor: 'node ./checks/graphql_guard.mjs'
//     rules:
//       - allow: 'gh api graphql *'
//         validate: ReadOnlyGraphql
//
// By hand:
//
//     printf '%s' '{"jsonrpc":"2.0","id":1,"method":"validateCommand","params":{"command":"gh","flags":{"f":"query=mutation { x }"},"flag_list":[["f","query=mutation { x }"]],"args":["api","graphql"],"raw_command_line":"gh api graphql -f query=…","env":{},"cwd":"/"}}' | node ./checks/graphql_guard.mjs
//
// It reads the document with GraphQL's own tokens, so that a comment, a string or a name that looks like a keyword
// decides nothing. What it does not surely understand is `ask`: a query from a file, a token that is none, an option that
// it does not know, a definition that is neither an operation nor a fragment.

/** Something that this check does not surely understand. */
class Unsure extends Error {}

// A block string in which a backslash stands before an escaped `"""` is refused: not every reader ends it in one place.
const TOKENS = new RegExp(
  [
    String.raw`(?<skip>[ \t,]|\r?\n|#[^\r\n]*)`,
    String.raw`(?<block>"""(?:\\"""|(?!\\{0,2}""")[^])*""")`,
    String.raw`(?<string>"(?!"")(?:[^"\\\r\n]|\\["\\/bfnrt]|\\u[0-9A-Fa-f]{4})*")`,
    String.raw`(?<name>[_A-Za-z][_0-9A-Za-z]*)`,
    String.raw`(?<number>-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![_A-Za-z0-9.]))`,
    String.raw`(?<punctuator>\.\.\.|[!$&():=@\[\]{|}])`,
  ].join('|'),
  'y',
)

/** The tokens of a document, without white space and comments. */
function tokens(text) {
  const found = []
  TOKENS.lastIndex = 0
  while (TOKENS.lastIndex < text.length) {
    const { lastIndex } = TOKENS
    const match = TOKENS.exec(text)
    if (match === null) throw new Unsure(`the query is not GraphQL at character ${lastIndex + 1}`)
    const { skip, name, punctuator } = match.groups
    if (skip === undefined) found.push({ name, punctuator })
  }
  return found
}

const CLOSING = { '(': ')', '[': ']', '{': '}' }

/** The position after the bracket that closes the one at `start`. */
function afterBrackets(list, start) {
  const open = []
  for (let position = start; position < list.length; position += 1) {
    const { punctuator } = list[position]
    if (punctuator in CLOSING) open.push(CLOSING[punctuator])
    else if ([')', ']', '}'].includes(punctuator) && open.pop() !== punctuator) break
    if (open.length === 0) return position + 1
  }
  throw new Unsure('the brackets of the query do not match')
}

/** The position of the `{` of a definition whose head begins at `start`. */
function selectionSet(list, start) {
  let position = start
  while (position < list.length) {
    const { name, punctuator } = list[position]
    if (punctuator === '{') return position
    if (punctuator === '(') position = afterBrackets(list, position)
    else if (name !== undefined || punctuator === '@') position += 1
    else break
  }
  throw new Unsure('a definition of the query has no selection')
}

/** The operations of a document: their kinds and names. */
function operations(text) {
  const list = tokens(text)
  const found = []
  let position = 0
  while (position < list.length) {
    const { name, punctuator } = list[position]
    if (punctuator === '{') found.push({ kind: 'query', name: undefined })
    else if (['query', 'mutation', 'subscription'].includes(name)) found.push({ kind: name, name: list[position + 1]?.name })
    else if (name !== 'fragment') throw new Unsure('a definition of the query is neither an operation nor a fragment')
    position = afterBrackets(list, selectionSet(list, position))
  }
  return found
}

/** The operations that the server may run, by the name that the request gives. */
function chosen(found, operationName) {
  if (found.length === 0) throw new Unsure('the query holds no operation')
  if (operationName === undefined) return found
  const named = found.filter((operation) => operation.name === operationName)
  if (named.length !== 1) throw new Unsure(`the query does not hold one operation named ${operationName}`)
  return named
}

const FIELDS = { f: 'raw', 'raw-field': 'raw', F: 'typed', field: 'typed' }
// Options of `gh api` that change neither the endpoint nor the body.
const HARMLESS = ['q', 'jq', 't', 'template', 'i', 'include', 'paginate', 'slurp', 'silent', 'verbose', 'cache', 'hostname']

/** The text of a field; `-F` reads files and fills in placeholders. */
function fieldText(kind, text) {
  if (kind === 'typed' && text.startsWith('@')) throw new Unsure('the query comes from a file')
  if (kind === 'typed' && /\{(owner|repo|branch)\}|:(owner|repo|branch)\b/.test(text)) {
    throw new Unsure('gh fills placeholders into the query')
  }
  return text
}

/** `query` and `operationName` of the request that gh would send. */
function body(options) {
  const sent = {}
  for (const [option, value] of options) {
    const kind = FIELDS[option]
    if (kind !== undefined) {
      const [, key, text] = /^([^=]*)=([^]*)$/.exec(value) ?? []
      if (key === undefined) throw new Unsure(`the field ${value} has no value`)
      const base = key.split('[')[0]
      if (base !== 'query' && base !== 'operationName') continue
      if (base !== key || key in sent) throw new Unsure(`the field ${base} is given in parts`)
      sent[key] = fieldText(kind, text)
    } else if (option === 'X' || option === 'method') {
      if (value !== 'POST') throw new Unsure(`a GraphQL request is a POST, not ${value}`)
    } else if (!HARMLESS.includes(option)) {
      throw new Unsure(`the option ${option} is not one that this check knows to be harmless`)
    }
  }
  if (sent.query === undefined) throw new Unsure('no query is given on the command line')
  return sent
}

function judge({ command, args, flag_list: options }) {
  if (command !== 'gh') throw new Unsure(`this check knows gh, not ${command}`)
  const words = args[0] === 'api' ? args.slice(1) : args
  if (words.length !== 1 || words[0] !== 'graphql') throw new Unsure('this is not `gh api graphql`')
  if (!Array.isArray(options)) throw new Unsure('the request does not list repeated options')
  const { query, operationName } = body(options)
  const changing = chosen(operations(query), operationName).find(({ kind }) => kind !== 'query')
  if (changing === undefined) return { status: 'allow' }
  const named = changing.name === undefined ? '' : ` (${changing.name})`
  return { status: 'deny', message: `GraphQL ${changing.kind}s are not allowed${named}, only queries` }
}

function answer(params) {
  try {
    return judge(params)
  } catch (error) {
    if (error instanceof Unsure) return { status: 'ask', message: error.message }
    return { status: 'ask', message: `graphql_guard.mjs could not judge this: ${error}` }
  }
}

const chunks = []
for await (const chunk of process.stdin) chunks.push(chunk)
let response
try {
  const { id, params } = JSON.parse(Buffer.concat(chunks).toString('utf8'))
  response = { jsonrpc: '2.0', id, result: answer(params) }
} catch (error) {
  response = { jsonrpc: '2.0', id: null, error: { code: -32700, message: `not a request: ${error.message}` } }
}
console.log(JSON.stringify(response))
