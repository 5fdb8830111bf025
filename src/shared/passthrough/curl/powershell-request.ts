import { emptyRequest, type RawRequest } from './curl-options'
import { powershellWords, type PowershellWord } from './words'

const commands = /^(invoke-webrequest|invoke-restmethod|iwr|irm|curl|wget)$/i
const switches =
  /^-(usebasicparsing|skipcertificatecheck|skipheadervalidation|passthru|resume|allowunencryptedauthentication|disablekeepalive)$/i

/** Browsers write the body of "Copy as PowerShell" through this when it is not ASCII. */
const asBytes = /\(\s*\[System\.Text\.Encoding\]::\w+\.GetBytes\(\s*("(?:[^"`]|`[^]|"")*"|'(?:[^']|'')*')\s*\)\s*\)/g

/** Reads `Invoke-WebRequest` and `Invoke-RestMethod`, as typed or as copied from a browser. */
export function readPowershell(text: string): RawRequest {
  const request = emptyRequest()
  if (/\.Cookies\.Add\(|\bNew-Object System\.Net\.Cookie/i.test(text)) request.secrets.push('cookies')
  const words = powershellWords(text.replace(asBytes, '$1'))
  const start = words.findIndex(({ text, bare }) => bare && commands.test(text))
  const queue = words.slice(start + 1)
  for (let word = queue.shift(); word; word = queue.shift()) {
    if (word.bare && word.text === ';') break
    if (!word.bare || !word.text.startsWith('-')) {
      if (request.url === '') request.url = word.text
    } else if (!switches.test(word.text)) parameter(word.text.slice(1).toLowerCase().replace(/:$/, ''))
  }
  return request

  function parameter(name: string): void {
    if (name === 'headers') return headers()
    const value = queue.shift() ?? { text: '', bare: true }
    switch (name) {
      case 'uri':
        request.url = value.text
        break
      case 'method':
      case 'custommethod':
        request.method = value.text
        break
      case 'contenttype':
        request.headers.push(['Content-Type', value.text])
        break
      case 'useragent':
        request.headers.push(['User-Agent', value.text])
        break
      case 'timeoutsec':
        request.timeout = value.text
        break
      case 'body':
        body(value)
        break
      case 'form':
      case 'infile':
        request.notes.push(`-${name} was left out: enter its parts again.`)
        if (value.text === '@{') hash()
        break
      case 'token':
      case 'credential':
      case 'proxycredential':
      case 'certificate':
        request.secrets.push(`-${name}`)
        break
    }
  }

  function headers(): void {
    if (queue[0]?.text !== '@{') {
      request.notes.push(`The headers are in ${queue.shift()?.text ?? 'a variable'}, which was left out.`)
      return
    }
    queue.shift()
    request.headers.push(...hash())
  }

  function body(value: PowershellWord): void {
    if (value.text === '@{') {
      for (const [name, text] of hash()) request.data.push({ text: `${name}=${text}`, kind: 'urlencoded' })
    } else if (value.bare && /^[($]/.test(value.text)) {
      request.notes.push('PowerShell computes the body, so it was left out. Enter it again.')
    } else {
      request.data.push({ text: value.text, kind: 'plain' })
    }
  }

  /** The pairs up to `}`; a browser writes the pseudo headers of HTTP/2 among them, without their colon. */
  function hash(): [string, string][] {
    const pairs: [string, string][] = []
    for (let word = queue.shift(); word && !(word.bare && word.text === '}'); word = queue.shift()) {
      if (queue[0]?.text !== '=') continue
      queue.shift()
      pairs.push([word.text, queue.shift()?.text ?? ''])
    }
    return pairs
  }
}
