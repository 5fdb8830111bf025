import { describe, expect, it } from 'vitest'
import type { Pair } from '../passthrough'
import { importCurl } from './import'
import type { CurlImport } from './imported'

function read(command: string): CurlImport {
  const result = importCurl(command)
  if ('problem' in result) throw new Error(result.problem)
  return result
}

const rows = (...pairs: [string, string][]): Pair[] => pairs.map(([name, value]) => ({ name, value, enabled: true }))
const json = (text: string) => ({ kind: 'json' as const, text })
const xml = (text: string) => ({ kind: 'xml' as const, text })

type Expected = Partial<CurlImport['draft']>
const url = 'https://api.example.com/v1/people'

describe('a curl command', () => {
  it.each<[string, string, Expected]>([
    ['a bare GET', `curl ${url}`, { method: 'GET', path: '/v1/people', params: [], body: { kind: 'none' } }],
    ['with a prompt before it', `$ curl ${url}`, { method: 'GET', path: '/v1/people' }],
    ['with a path to curl', `/usr/bin/curl -s ${url}`, { path: '/v1/people' }],
    ['without a scheme', `curl api.example.com/v1/people`, { path: '/v1/people' }],
    ['without a path', `curl https://api.example.com`, { path: '/' }],
    [
      'a query, quoted, with repeats and escapes',
      `curl 'https://api.example.com/v1?a=1&a=2&q=x%20y+z#top'`,
      { path: '/v1', params: rows(['a', '1'], ['a', '2'], ['q', 'x y z']) }
    ],
    ['an unquoted query', `curl https://api.example.com/v1?a=1&b=2`, { params: rows(['a', '1'], ['b', '2']) }],
    ['dots in the path, kept to be seen', `curl https://api.example.com/a/../b`, { path: '/a/../b' }],
    ['-X', `curl -X DELETE ${url}/7`, { method: 'DELETE', path: '/v1/people/7' }],
    ['-XPUT in one word', `curl -XPUT ${url} -d '{}'`, { method: 'PUT', body: json('{}') }],
    ['--request=PATCH', `curl --request=PATCH ${url} --data '{"a":1}'`, { method: 'PATCH', body: json('{"a":1}') }],
    ['-I', `curl -I ${url}`, { method: 'HEAD' }],
    ['clustered switches', `curl -sSLki -H'X-A: b' ${url}`, { headers: rows(['X-A', 'b']) }],
    [
      'headers: empty, with colons, removed',
      `curl -H 'X-Empty;' -H 'X-Time: 10:20:30' -H 'Accept:' ${url}`,
      { headers: rows(['X-Empty', ''], ['X-Time', '10:20:30']) }
    ],
    [
      'the usual POST of JSON, over lines',
      `curl -X POST \\\n  '${url}' \\\n  -H 'Content-Type: application/json' \\\n  -d '{\n "id": 9007199254740993\n}'`,
      { method: 'POST', headers: [], body: json('{\n "id": 9007199254740993\n}') }
    ],
    ['lines of Windows with backslashes', `curl ${url} \\\r\n  -H 'X-A: b'`, { headers: rows(['X-A', 'b']) }],
    ['--json', `curl --json '{"a":1}' ${url}`, { method: 'POST', body: json('{"a":1}') }],
    ['a single quote inside', `curl ${url} -d '{"name":"O'\\''Brien"}'`, { body: json(`{"name":"O'Brien"}`) }],
    ['double quotes with escapes', `curl ${url} -d "{\\"a\\":\\"\\$5 \\\`x\\\`\\"}"`, { body: json('{"a":"$5 `x`"}') }],
    [
      "$'…' as browsers write it",
      `curl '${url}' --data-raw $'{"a":"it\\'s \\u00e9\\\\n\\x21"}'`,
      { body: json(`{"a":"it's é\\n!"}`) }
    ],
    ["$'…' with UTF-8 bytes", `curl ${url} -d $'{"a":"\\xc3\\xa9"}'`, { body: json('{"a":"é"}') }],
    ['a continued line in double quotes', `curl ${url} -H "X-A: one\\\ntwo"`, { headers: rows(['X-A', 'onetwo']) }],
    [
      'quotes in quotes as Python writes them',
      `curl ${url} -d '{"a":"O'"'"'Brien \\"x\\""}'`,
      { body: json('{"a":"O\'Brien \\"x\\""}') }
    ],
    [
      'backticks and carets in single quotes',
      `curl ${url} -d '{"a":"\`x\`","b":"^"}'`,
      { body: json('{"a":"`x`","b":"^"}') }
    ],
    ['empty words', `curl ${url} -H '' -d ''""`, { method: 'POST', headers: [] }],
    ['adjacent quotes', `curl ${url} -H X-A:" b"' c'`, { headers: rows(['X-A', 'b c']) }],
    ['a form body', `curl ${url} -d a=1 -d 'b=x y'`, { method: 'POST', headers: [], body: json('"a=1&b=x y"') }],
    [
      '--data-urlencode into the query',
      `curl -G ${url} --data-urlencode 'q=a b&c' -d n=1`,
      { method: 'GET', params: rows(['q', 'a b&c'], ['n', '1']), body: { kind: 'none' } }
    ],
    ['--url and --max-time', `curl --url ${url} --max-time 20`, { path: '/v1/people', timeout: '20' }],
    [
      'XML by its type',
      `curl ${url} -H 'Content-Type: text/xml' -d '<a>1</a>'`,
      { body: xml('<a>1</a>'), headers: [] }
    ],
    [
      'SOAP by its look, its header kept',
      `curl ${url} -H 'SOAPAction: "x"' -d '<?xml version="1.0"?><a/>'`,
      { body: xml('<?xml version="1.0"?><a/>'), headers: rows(['SOAPAction', '"x"']) }
    ],
    [
      'multipart',
      `curl ${url} -F 'note=hi; type=text/plain' -F file=@/tmp/cv.pdf -F 'raw="q"' --form-string 'at=@x'`,
      {
        method: 'POST',
        body: {
          kind: 'parts',
          parts: [
            { name: 'note', enabled: true, content: { kind: 'text', value: 'hi' } },
            { name: 'file', enabled: true, content: { kind: 'file', file: null } },
            { name: 'raw', enabled: true, content: { kind: 'text', value: 'q' } },
            { name: 'at', enabled: true, content: { kind: 'text', value: '@x' } }
          ]
        }
      }
    ],
    [
      'what a browser adds, left out',
      `curl '${url}' -H 'sec-fetch-mode: cors' -H 'Host: x' -H 'accept-encoding: gzip' -H 'accept: */*' --compressed`,
      { headers: rows(['accept', '*/*']) }
    ],
    [
      'options with a value that do not matter',
      `curl -o out.json -w '%{http_code}' -x http://p:1 ${url}`,
      { path: '/v1/people' }
    ],
    ['a method that is not forwarded', `curl -X PROPFIND ${url}`, { method: 'GET' }]
  ])('for POSIX: %s', (_, command, expected) => {
    expect(read(command).draft).toMatchObject(expected)
  })

  it.each<[string, string, Expected]>([
    [
      'as older browsers write it',
      `curl "${url}?a=1&b=%20" ^\r\n  -H "accept: application/json" ^\r\n  --data-raw "{\\"a\\":\\"x y\\"}" ^\r\n  --compressed`,
      { params: rows(['a', '1'], ['b', ' ']), headers: rows(['accept', 'application/json']), body: json('{"a":"x y"}') }
    ],
    [
      'as newer browsers write it',
      `curl ^"${url}?a=1^&b=2^" ^\n  -H ^"content-type: application/json^" ^\n  --data-raw ^"^{^\\^"a^\\^":^\\^"100^% ^\\^\\^\\^"q^\\^\\^\\^"^\\^"^}^"`,
      { params: rows(['a', '1'], ['b', '2']), body: json('{"a":"100% \\"q\\""}') }
    ],
    ['doubled quotes', `curl "${url}" -d "{""a"":""b c""}"`, { body: json('{"a":"b c"}') }],
    [
      'a backslash path kept',
      `curl.exe "${url}" -H "X-Path: C:\\dir\\file" -d "{\\"a\\":1}"`,
      { headers: rows(['X-Path', 'C:\\dir\\file']) }
    ],
    ['an intended line break', `curl ^"${url}^" --data-raw ^"a^\n\nb^"`, { body: json('"a\\nb"') }],
    ['carets in quotes are plain', `curl "${url}" ^\n -H "X-A: a^b"`, { headers: rows(['X-A', 'a^b']) }],
    ['a prompt before it', `C:\\Users\\me> curl "${url}" -H "X-A: ""b"""`, { headers: rows(['X-A', '"b"']) }]
  ])('for cmd.exe: %s', (_, command, expected) => {
    expect(read(command).draft).toMatchObject(expected)
  })

  it.each<[string, string, Expected]>([
    [
      'as browsers write it',
      `$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession\n` +
        `$session.UserAgent = "Mozilla/5.0"\n` +
        `Invoke-WebRequest -UseBasicParsing -Uri "${url}?a=1&b=2" \`\n-Method "POST" \`\n-WebSession $session \`\n` +
        `-Headers @{\n"authority"="api.example.com"\n  "method"="POST"\n  "path"="/v1"\n  "scheme"="https"\n` +
        `  "accept"="*/*"\n  "x-note"="a \`"q\`" = b; c}"\n} \`\n-ContentType "application/json" \`\n` +
        `-Body "{\`"a\`":\`"1 \`$5\`"}"`,
      {
        method: 'POST',
        params: rows(['a', '1'], ['b', '2']),
        headers: rows(['accept', '*/*'], ['x-note', 'a "q" = b; c}']),
        body: json('{"a":"1 $5"}')
      }
    ],
    [
      'a body beyond ASCII',
      `Invoke-WebRequest -Uri "${url}" -Method POST -ContentType "application/json;charset=UTF-8" ` +
        `-Body ([System.Text.Encoding]::UTF8.GetBytes("{\`"a\`":\`"M$([char]252)ller\`"}"))`,
      { body: json('{"a":"Müller"}') }
    ],
    [
      'typed by hand, with single quotes',
      `irm '${url}' -Method Put -Headers @{ 'X-A' = 'it''s'; "X-B" = 'c' } -Body '{"a":1}' -ContentType 'application/json'`,
      { method: 'PUT', headers: rows(['X-A', "it's"], ['X-B', 'c']), body: json('{"a":1}') }
    ],
    ['a GET by position', `Invoke-RestMethod ${url} -TimeoutSec 30`, { method: 'GET', timeout: '30' }],
    ['a form of pairs', `iwr -Uri ${url} -Method POST -Body @{a='1';b='x y'}`, { body: json('"a=1&b=x%20y"') }],
    [
      'curl.exe with backticks',
      `curl.exe -X POST '${url}' \`\n  -H 'Content-Type: application/json' \`\n  -d '{"a":"b"}'`,
      { method: 'POST', body: json('{"a":"b"}') }
    ],
    ['a prompt before it', `PS C:\\Users\\me> irm "${url}" -Method Delete`, { method: 'DELETE' }],
    ['curl.exe with backticked quotes', `curl.exe "${url}" -d "{\`"a\`":1}"`, { body: json('{"a":1}') }]
  ])('for PowerShell: %s', (_, command, expected) => {
    expect(read(command).draft).toMatchObject(expected)
  })
})

describe('secrets', () => {
  const secret = 's3cr3t-value'

  it.each([
    [`curl ${url} -H 'Authorization: Bearer ${secret}'`, ['Authorization']],
    [`curl ${url} -H 'cookie: sid=${secret}' -b 'a=${secret}'`, ['--cookie', 'cookie']],
    [`curl -u me:${secret} ${url}`, ['--user']],
    [`curl -ume:${secret} ${url}`, ['--user']],
    [`curl https://me:${secret}@api.example.com/x`, ['user name and password in the URL']],
    [`curl ${url} -H 'X-Api-Key: ${secret}' -H 'x-connector-token: ${secret}'`, ['X-Api-Key', 'x-connector-token']],
    [`curl '${url}?api_key=${secret}&n=1'`, ['param api_key']],
    [`curl --oauth2-bearer ${secret} ${url}`, ['--oauth2-bearer']],
    [`curl ${url} -d '{"user": "a", "client_secret": "${secret}"}'`, ['field client_secret']],
    [`curl ${url} --data-urlencode 'password=${secret}' -d user=a`, ['field password']],
    [`curl ${url} -F token=${secret} -F cv=@cv.pdf`, ['field token']],
    [
      `curl https://api.example.com/api/v1/passthrough -d '{"path": "/x", "method": "POST", "data": {"api_key": "${secret}"}}'`,
      ['field api_key']
    ],
    [`curl ^"${url}^" -H ^"Authorization: Basic ${secret}^"`, ['Authorization']],
    [
      `$session.Cookies.Add((New-Object System.Net.Cookie("sid", "${secret}", "/", "x")))\n` +
        `Invoke-WebRequest -Uri "${url}" -Headers @{"authorization"="Bearer ${secret}"}`,
      ['cookies', 'authorization']
    ]
  ])('are dropped and named: %s', (command, dropped) => {
    const result = read(command)
    expect(result.dropped).toEqual(dropped)
    expect(JSON.stringify(result)).not.toContain(secret)
  })
})

describe('a passthrough call', () => {
  const call = (body: string, more = '') =>
    `curl -X POST https://eu.example.com/api/v1/passthrough -H 'Authorization: Bearer t1' -H 'x-connector-token: t2' ${more} -d '${body}'`

  it('is read back into the draft it came from, to the digit', () => {
    const body =
      '{"method":"PATCH","path":"/employees/1","headers":{"X-A":"b"},"params":{"n":5,"l":["x","y"]},' +
      '"data":{"id":9007199254740993, "__proto__":1},"request_format":"JSON","response_format":"BINARY","timeout":60}'
    expect(read(call(body))).toEqual({
      of: 'passthrough',
      host: 'eu.example.com',
      dropped: ['Authorization', 'x-connector-token'],
      notes: [],
      draft: {
        method: 'PATCH',
        path: '/employees/1',
        headers: rows(['X-A', 'b']),
        params: [],
        paramsJson: '{\n  "n": 5,\n  "l": ["x","y"]\n}',
        body: json('{"id":9007199254740993, "__proto__":1}'),
        requestFormat: 'JSON',
        responseFormat: 'BINARY',
        timeout: '60'
      }
    })
  })

  it('takes XML and parts, nulls, and drops inner secrets', () => {
    expect(read(call('{"path":"/x","data":"<a/>","request_format":"xml","params":null}')).draft).toMatchObject({
      method: 'GET',
      body: xml('<a/>'),
      params: []
    })
    const parts = read(call('{"path":"/x","data":{"a":"1","f":{"filename":"x"}},"request_format":"MULTIPART"}'))
    expect(parts.draft.body).toMatchObject({ parts: [{ name: 'a' }, { content: { kind: 'file', file: null } }] })
    const inner = read(call('{"path":"/x","headers":{"Cookie":"sid=1","X":"y"},"extra":1}'))
    expect(inner.dropped).toContain('Cookie')
    expect(inner.notes).toEqual(['The field extra is unknown and was left out.'])
  })

  it.each(['[]', '{', 'a=1'])('says that %s is not an envelope', (body) => {
    expect(importCurl(call(body))).toMatchObject({ problem: expect.stringContaining('not a JSON object') })
  })
})

it.each([
  ['', 'not a cURL'],
  ['wget https://x', 'not a cURL'],
  ['curl', 'no URL'],
  ["curl 'https://x", ''],
  ['curl -d "a', '']
])('says why %j cannot be read', (command, problem) => {
  expect(importCurl(command)).toMatchObject({ problem: expect.stringContaining(problem) })
})

it.each([
  [`curl ${url} -d @body.json`, 'body.json'],
  [`curl -T x.csv ${url}`, '--upload-file'],
  [`curl ${url} --next https://b.example.com`, 'first of several'],
  [`curl ${url} https://b.example.com`, 'second URL'],
  [`Invoke-RestMethod ${url} -Method POST -Body ($x | ConvertTo-Json)`, 'PowerShell computes'],
  [`Invoke-RestMethod ${url} -Headers $headers`, '$headers']
])('says what it left out of %s', (command, note) => {
  expect(read(command).notes.join(' ')).toContain(note)
})

const million = 1_000_000
it.each([
  ['words', `curl ${url} ${'a '.repeat(2 * million)}`],
  ['options', `curl ${url} ${'-H a:b '.repeat(million / 2)}`],
  ['escaped quotes after one that does not end', `curl ${url} -d "${'\\"'.repeat(million)}`],
  ['single quotes', `curl ${url} ${"'".repeat(2 * million)}`],
  ['a name of PowerShell', `$${'a'.repeat(2 * million)}`],
  ['doubled quotes of PowerShell', `Invoke-WebRequest '${"''".repeat(million)}`],
  ['a body', `curl ${url} -d '${'{"a":1},'.repeat(million / 2)}'`],
  ['a body in double quotes', `curl ${url} -d "${'{\\"a\\":1},'.repeat(million / 3)}"`],
  ['a body of PowerShell', `Invoke-WebRequest "https://a.example.com/x" -Body '${"a''".repeat(million)}'`],
  ['carets', `curl ^"https://a.example.com/x^" ${'^\r\n '.repeat(million)}`],
  ['backslashes of Windows', `curl.exe "https://a.example.com/x" -d "${'\\'.repeat(2 * million)}x"`]
])('@attack millions of characters of %s are read in one go', (_, command) => {
  expect(command.length).toBeLessThan(5 * million)
  expect(importCurl(command)).toBeDefined()
})

it.each([
  ['escapes of bash', `$'${'\\x41'.repeat(million)}'`, 'A'.repeat(million)],
  ['escapes in double quotes', `"${'\\"'.repeat(2 * million)}"`, '"'.repeat(2 * million)],
  ['escapes in single quotes of bash', `$'${"\\'".repeat(2 * million)}'`, "'".repeat(2 * million)]
])('@attack millions of %s are a body, and overflow no stack', (_, written, body) => {
  const read = importCurl(`curl ${url} -H 'Content-Type: text/xml' -d ${written}`)
  expect('draft' in read && read.draft.body.kind === 'xml' && read.draft.body.text === body).toBe(true)
})

it.each([
  ["$'\\U0001F600 \\u00e4 \\xc3\\xa4 \\303\\244'", '😀 ä ä ä'],
  ["$'\\X41 \\q \\\\ \\u'", '\\X41 \\q \\ \\u'],
  ['"a;type=b" --url-query c=1 --url-query d=2', 'a;type=b']
])('reads %s as its shell does', (written, body) => {
  const read = importCurl(`curl ${url} -H 'Content-Type: text/xml' -d ${written}`)
  expect(read).toMatchObject({ draft: { body: { kind: 'xml', text: body } } })
})

it.each(['--data-urlencode', '-G --data-urlencode'])(
  '@attack half of a surrogate pair in %s is sent as the mark of a character that is none',
  (option) =>
    expect(JSON.stringify(importCurl(`curl https://a.example/x ${option} 'a=\uda8f'`))).toMatch(/%EF%BF%BD|\ufffd/)
)

it('a plain field called key stays in a body, and a variable of a form stays one', () => {
  const body = (command: string) => read(command).draft.body
  expect(body(`curl ${url} -d '{"key": "employee-7", "value": 1}'`)).toEqual({
    ...{ kind: 'json', text: '{"key": "employee-7", "value": 1}' }
  })
  expect(body(`curl ${url} --data-urlencode 'id={{employee_id}} & {x}'`)).toEqual({
    ...{ kind: 'json', text: JSON.stringify('id={{employee_id}}%20%26%20%7Bx%7D') }
  })
})
