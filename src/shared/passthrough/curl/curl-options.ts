export interface RawRequest {
  url: string
  method: string | null
  headers: [name: string, value: string][]
  /** Several bodies are joined by `&`. */
  data: { text: string; kind: 'plain' | 'json' | 'urlencoded' }[]
  /** Added to the URL. */
  query: string[]
  form: { name: string; value: string; isFile: boolean }[]
  /** Data goes into the query (-G). */
  dataInQuery: boolean
  /** Seconds. */
  timeout: string
  /** Names of options that gave a secret. */
  secrets: string[]
  notes: string[]
}

/** A text that is no command may have a million words. */
const mostNotes = 20

export const emptyRequest = (): RawRequest => ({
  url: '',
  method: null,
  headers: [],
  data: [],
  query: [],
  form: [],
  dataInQuery: false,
  timeout: '',
  secrets: [],
  notes: []
})

const longNames: Record<string, string> = {
  X: 'request',
  H: 'header',
  d: 'data',
  F: 'form',
  G: 'get',
  I: 'head',
  u: 'user',
  U: 'proxy-user',
  b: 'cookie',
  c: 'cookie-jar',
  A: 'user-agent',
  e: 'referer',
  m: 'max-time',
  o: 'output',
  x: 'proxy',
  w: 'write-out',
  T: 'upload-file',
  K: 'config',
  E: 'cert',
  r: 'range',
  D: 'dump-header',
  C: 'continue-at',
  Y: 'speed-limit',
  y: 'speed-time',
  z: 'time-cond',
  P: 'ftp-port',
  Q: 'quote',
  t: 'telnet-option'
}

/** Options with a value that do not change the request. */
const skippedWithValue = new Set(
  (
    'output proxy write-out cookie-jar dump-header connect-timeout retry retry-delay retry-max-time cacert capath ' +
    'ciphers resolve interface limit-rate max-redirs continue-at speed-limit speed-time time-cond tls-max stderr trace ' +
    'trace-ascii keepalive-time connect-to dns-servers noproxy unix-socket max-filesize proto output-dir'
  ).split(' ')
)
const secretWithValue = new Set(['user', 'proxy-user', 'cookie', 'oauth2-bearer', 'cert', 'key', 'pass', 'aws-sigv4'])
const unsupportedWithValue = new Set(['upload-file', 'config', 'ftp-port', 'quote', 'telnet-option', 'variable'])

type Apply = (request: RawRequest, value: string) => void

const known: Record<string, Apply> = {
  request: (request, value) => void (request.method = value),
  url: (request, value) => setUrl(request, value),
  'url-query': (request, value) => void request.query.push(value),
  header: (request, value) => addHeader(request, value),
  'user-agent': (request, value) => void request.headers.push(['User-Agent', value]),
  referer: (request, value) => void request.headers.push(['Referer', value]),
  range: (request, value) => void request.headers.push(['Range', `bytes=${value}`]),
  'max-time': (request, value) => void (request.timeout = value),
  data: (request, value) => addData(request, value, 'plain'),
  'data-ascii': (request, value) => addData(request, value, 'plain'),
  'data-binary': (request, value) => addData(request, value, 'plain'),
  'data-raw': (request, value) => void request.data.push({ text: value, kind: 'plain' }),
  'data-urlencode': (request, value) => addData(request, value, 'urlencoded'),
  json: (request, value) => addData(request, value, 'json'),
  form: (request, value) => addForm(request, value, true),
  'form-string': (request, value) => addForm(request, value, false)
}

export function readCurl(words: readonly string[]): RawRequest {
  const request = emptyRequest()
  let read = 0
  // An index: shift() on each would take quadratic time.
  const next = () => words[read++]
  for (let word = next(); word !== undefined; word = next()) {
    if (word === '--') {
      setUrl(request, next() ?? '')
    } else if (word === '--next' || word === '-:') {
      request.notes.push('Only the first of several requests was imported.')
      break
    } else if (word.startsWith('--')) {
      const [, name = '', value] = /^--([^=]+)(?:=([^]*))?$/.exec(word) ?? []
      option(name, () => value ?? next() ?? '')
    } else if (/^-[^-]/.test(word)) {
      cluster(word.slice(1))
    } else {
      setUrl(request, word)
    }
  }
  if (request.query.length > 0) request.url += (request.url.includes('?') ? '&' : '?') + request.query.join('&')
  return request

  function option(name: string, value: () => string): void {
    const apply = known[name]
    if (apply) apply(request, value())
    else if (name === 'get') request.dataInQuery = true
    else if (name === 'head') request.method = 'HEAD'
    else if (secretWithValue.has(name)) {
      value()
      request.secrets.push(`--${name}`)
    } else if (unsupportedWithValue.has(name)) request.notes.push(`--${name} ${value()} was left out.`)
    else if (skippedWithValue.has(name)) value()
    // Other options are switches, such as --compressed.
  }

  /** `-sSLd@x`: the first that takes a value takes the rest, or the next word. */
  function cluster(letters: string): void {
    for (let at = 0; at < letters.length; at++) {
      const name = longNames[letters[at] ?? '']
      if (name === undefined) continue
      if (name === 'get' || name === 'head') {
        option(name, () => '')
        continue
      }
      option(name, () => letters.slice(at + 1) || (next() ?? ''))
      return
    }
  }
}

function setUrl(request: RawRequest, value: string): void {
  if (request.url === '') request.url = value
  else if (request.notes.length < mostNotes) request.notes.push(`A second URL was left out: ${value}`)
}

/** `Name;` has no value, `Name:` removes a header. */
function addHeader(request: RawRequest, text: string): void {
  const [, name = '', mark = ''] = /^([^:;]+)([:;])/.exec(text) ?? []
  const value = text.slice(name.length + 1).trim()
  if (name && (value || mark === ';')) request.headers.push([name.trim(), value])
  else if (text.startsWith('@')) request.notes.push(`Headers of the file ${text.slice(1)} were left out.`)
}

function addData(request: RawRequest, value: string, kind: RawRequest['data'][number]['kind']): void {
  const file = kind === 'urlencoded' ? /^[^=@]*@/.test(value) : value.startsWith('@')
  if (!file) request.data.push({ text: value, kind })
  else request.notes.push(`The body is in a file, which was left out: ${value.slice(value.indexOf('@') + 1)}`)
}

/** `name=value;type=…`, `name=@file`, `name=<file`. */
function addForm(request: RawRequest, text: string, special: boolean): void {
  const at = text.indexOf('=')
  const name = text.slice(0, Math.max(0, at))
  const value = text.slice(at + 1)
  const isFile = special && /^[@<]/.test(value)
  const plain = special ? value.replace(/^[@<]/, '').replace(/;\s*(?:type|filename|headers|encoder)=.*/, '') : value
  request.form.push({ name, value: plain.replace(/^"([^]*)"$/, special ? '$1' : '"$1"'), isFile })
}
