// Is this the URL of an internal host, and may curl do there what it would do?
//
// Wire it in runok.yml. It needs no permission of Deno's: the lists are arguments.
//
//     types:
//       InternalUrl:
//         executor: 'deno run ./checks/url_check.ts --hosts=*.example.com --production=api.example.com'
//     rules:
//       - allow: 'curl <opts> <type:InternalUrl>'
//       # or, for every URL of the command:
//       - allow: 'curl *'
//         validate: InternalUrl
//
// By hand:
//
//     printf '%s' '{"jsonrpc":"2.0","id":1,"method":"validateCommand","params":{"command":"curl","flags":{"X":"POST"},"args":["https://api.example.com"],"raw_command_line":"curl -X POST https://api.example.com","env":{},"cwd":"/"}}' | deno run ./checks/url_check.ts
//
// `*.example.com` stands for every name below it. Without arguments the lists are those above.
//
// Reading (GET, HEAD, OPTIONS without a body) from a listed host over https is allowed. Writing (any other method, or a
// body) to a production host is denied, to another listed host asks. A host that is not listed, a URL with a user name,
// http, an option that this check does not know: ask.

type Option = [name: string, value: string]

interface Params {
  command: string
  flags: Record<string, string>
  args: string[]
  env?: Record<string, string>
  flag_list?: Option[]
  value?: string
}

interface Result {
  status: 'allow' | 'deny' | 'ask'
  message?: string
  fix_suggestion?: string
}

/** What may be contacted, and which of it nobody may write to. */
interface Lists {
  hosts: string[]
  production: string[]
}

/** Something that this check does not surely understand, or that a person has to look at. */
class Unsure extends Error {}

const READING = ['GET', 'HEAD', 'OPTIONS']

/** Curl's options by the names that runok passes, each with the one name used here. */
const SYNONYMS: Record<string, string> = {
  X: 'request', d: 'data', 'data-ascii': 'data', F: 'form', T: 'upload-file', I: 'head', G: 'get', H: 'header',
  o: 'output', s: 'silent', S: 'show-error', f: 'fail', i: 'include', v: 'verbose', m: 'max-time', A: 'user-agent',
  e: 'referer', r: 'range', u: 'user', N: 'no-buffer', '4': 'ipv4', '6': 'ipv6', '#': 'progress-bar', q: 'disable',
  'show-headers': 'include',
}
const BODIES = ['data', 'data-raw', 'data-binary', 'data-urlencode', 'json', 'form', 'form-string', 'upload-file']
/** Options that change neither where the request goes, nor what it does there, nor any file. */
const HARMLESS = [
  'request', 'head', 'get', 'url', 'silent', 'show-error', 'fail', 'fail-with-body', 'include', 'verbose', 'max-time',
  'connect-timeout', 'user-agent', 'referer', 'range', 'user', 'oauth2-bearer', 'no-buffer', 'ipv4', 'ipv6', 'http1.1',
  'http2', 'http3', 'progress-bar', 'no-progress-meter', 'compressed', 'retry', 'retry-delay', 'retry-max-time',
  'retry-all-errors', 'retry-connrefused', 'tlsv1.2', 'tlsv1.3', 'max-filesize', 'disable', 'path-as-is',
]
/** Variables that send a request elsewhere or give curl more options. */
const ROUTING = /^(.*_proxy|curl_.*|ssl.*|home|xdg_config_home)$/i

function optionsOf(params: Params): Option[] {
  const pairs = params.flag_list ?? Object.entries(params.flags)
  return pairs.map(([name, value]) => [Object.hasOwn(SYNONYMS, name) ? SYNONYMS[name] : name, value])
}

function isListed(host: string, list: string[]): boolean {
  return list.some((entry) =>
    entry.startsWith('*.') ? host.endsWith(entry.slice(1)) && host.length >= entry.length : host === entry
  )
}

/** The URL, if every parser reads it alike; curl takes a text without a scheme for http. */
function readUrl(text: string): URL {
  const full = text.includes('://') ? text : `http://${text}`
  const plain = /^https?:\/\/(?:[!-.0-;=?A-Z_a-z~]*@)?[a-z0-9][a-z0-9.-]*(?::[0-9]{1,5})?(?:\/[!-Z_a-z~]*)?$/i
  if (!plain.test(full) || /[<>"]/.test(full)) throw new Unsure(`${text} is not a URL that every parser reads alike`)
  return new URL(full)
}

/** Raises where an option may change more than it seems to. */
function checkOption([name, value]: Option): void {
  if (HARMLESS.includes(name) || BODIES.includes(name)) return
  if (name === 'output' && ['-', '/dev/null'].includes(value)) return
  if (name === 'header') {
    const header = value.split(/[:;]/, 1)[0].trim().toLowerCase()
    // Some servers take another method than the request's from a header.
    const plain = /^[a-z0-9-]+$/.test(header) && !/[\r\n]/.test(value)
    if (plain && !/host|method|verb|override/.test(header)) return
  }
  throw new Unsure(`the option ${name} is not one that this check knows to be harmless`)
}

/** The method that writes, if any: a stated one, or the one that a body brings. */
function writing(options: Option[]): string | undefined {
  const stated = options.filter(([name]) => name === 'request').map(([, value]) => value.toUpperCase())
  const changing = stated.find((method) => !READING.includes(method))
  if (changing !== undefined) return changing
  if (options.some(([name]) => name === 'upload-file')) return 'PUT'
  const toQuery = options.some(([name]) => name === 'get')
  return !toQuery && options.some(([name]) => BODIES.includes(name)) ? 'POST' : undefined
}

function quoted(word: string): string {
  return /^[\w./:@%+=,~-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

/** What is surely forbidden, whatever else is not understood. */
function forbidden(urls: string[], method: string | undefined, lists: Lists): Result | undefined {
  if (method === undefined) return undefined
  for (const text of urls) {
    let host: string
    try {
      host = hostOf(readUrl(text))
    } catch {
      continue
    }
    if (isListed(host, lists.production)) {
      return {
        status: 'deny',
        message: `${method} requests are not allowed in production (${host})`,
        fix_suggestion: `curl -X GET ${quoted(text)}`,
      }
    }
  }
  return undefined
}

function hostOf(url: URL): string {
  return url.hostname.toLowerCase().replace(/\.$/, '')
}

/** Raises unless the URL is one of an internal host, over https, without a user. */
function checkUrl(text: string, lists: Lists): void {
  const url = readUrl(text)
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/]*@/.test(text)) {
    throw new Unsure(`${text} names a user`)
  }
  if (!isListed(hostOf(url), lists.hosts)) throw new Unsure(`${hostOf(url)} is not an internal host`)
  if (url.protocol !== 'https:') throw new Unsure(`${text} is not https`)
}

/** Raises unless the whole request of curl is a reading one that goes where its URLs say. */
function checkCurl(params: Params, options: Option[], method: string | undefined): void {
  if (method !== undefined) throw new Unsure(`a ${method} request needs a look`)
  for (const option of options) {
    checkOption(option)
    if (BODIES.includes(option[0]) && /[@<]/.test(option[1])) throw new Unsure('what is sent may come from a file')
  }
  const routing = Object.keys(params.env ?? {}).find((name) => ROUTING.test(name))
  if (routing !== undefined) throw new Unsure(`${routing} may send the request elsewhere`)
}

function judge(params: Params, lists: Lists): Result {
  if (params.command !== 'curl') {
    if (params.value === undefined) throw new Unsure(`${params.command}: no URL is known; use <type:…> in the rule`)
    checkUrl(params.value, lists)
    return { status: 'allow' }
  }
  const options = optionsOf(params)
  const urls = [...params.args, ...options.filter(([name]) => name === 'url').map(([, value]) => value)]
  if (params.value !== undefined && !urls.includes(params.value)) urls.push(params.value)
  const method = writing(options)
  const denied = forbidden(urls, method, lists)
  if (denied !== undefined) return denied
  if (urls.length === 0) throw new Unsure('no URL')
  for (const url of urls) checkUrl(url, lists)
  checkCurl(params, options, method)
  return { status: 'allow' }
}

/** The lists, from the arguments. */
function readLists(words: string[]): Lists {
  const lists: Lists = { hosts: ['*.example.com'], production: ['api.example.com'] }
  for (const word of words) {
    const [, name, value] = /^--(hosts|production)=(.*)$/.exec(word) ?? []
    if (name === undefined) throw new Unsure(`url_check.ts does not know the argument ${word}`)
    lists[name as keyof Lists] = value.toLowerCase().split(',').filter((entry) => entry !== '')
  }
  return lists
}

function answer(params: Params): Result {
  try {
    return judge(params, readLists(Deno.args))
  } catch (error) {
    if (error instanceof Unsure) return { status: 'ask', message: error.message }
    return { status: 'ask', message: `url_check.ts could not judge this: ${error}` }
  }
}

let response: unknown
try {
  const { id, params } = JSON.parse(await new Response(Deno.stdin.readable).text())
  response = { jsonrpc: '2.0', id, result: answer(params) }
} catch (error) {
  response = { jsonrpc: '2.0', id: null, error: { code: -32700, message: `not a request: ${error}` } }
}
console.log(JSON.stringify(response))
