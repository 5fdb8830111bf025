import { readFileSync, statSync } from 'node:fs'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { toAppError, type AppError, type ErrorCode } from '../../../shared/errors'
import { oneLine, textOfFile, unsafe } from '../../base/plain-text'
import { byteOrderMark, csvLines } from '../../base/csv'
import { longestQuestion, questions, type Asked } from '../contract'
import { commands, common, queryHelp, type Command } from './commands'

export interface Asks {
  command: Command
  asked: Asked
  input: Record<string, unknown>
  form: 'text' | 'json' | 'csv'
}

/** The command line or the file does not fit. */
class WrongLine extends Error {}

/** @returns text to print for `--help`. @throws WrongLine */
function readLine(args: readonly string[]): Asks | string {
  const words = args.filter((one) => !one.startsWith('-'))
  const command = commands.find((one) => one.words === words.slice(0, one.words.split(' ').length).join(' '))
  if (args.includes('--help') || args.length === 0) return queryHelp()
  if (!command) throw new WrongLine(words[0] ? `There is no command ${oneLine(words.join(' '))}.` : 'Name a command.')
  const known = Object.entries({ ...common, ...command.options })
  const options: NonNullable<ParseArgsConfig['options']> = Object.fromEntries([
    ...known.map(([name, { value }]) => [name, { type: value ? 'string' : 'boolean' }] as const),
    // Electron has read it already.
    ['user-data-dir', { type: 'string' }]
  ])
  const { values, positionals } = parsed([...args], options)
  const given = positionals.slice(command.words.split(' ').length)
  const { json, csv, help: _, 'user-data-dir': __, ...rest } = values
  if (json && csv) throw new WrongLine('Choose --json or --csv.')
  const input = { ...numbers(rest), ...takenBy(command, given) }
  const read = questions[command.asked].input.safeParse(input)
  if (!read.success) {
    const [first] = read.error.issues
    throw new WrongLine(`${first?.path.join('.') ?? ''}: ${first?.message ?? ''}`)
  }
  return { command, asked: command.asked, input, form: json ? 'json' : csv ? 'csv' : 'text' }
}

function parsed(args: string[], options: NonNullable<ParseArgsConfig['options']>) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (thrown) {
    throw new WrongLine((thrown as Error).message)
  }
}

const counted = new Set(['limit', 'weeks'])
const numbers = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, counted.has(name) ? Number(value) : value]))

function takenBy({ takes, words }: Command, given: readonly string[]): Record<string, unknown> {
  const [first] = given
  if (takes === undefined) {
    if (first !== undefined) throw new WrongLine(`${words} takes no ${oneLine(first)}.`)
    return {}
  }
  if (first === undefined) throw new WrongLine(`${words} needs ${takes}.`)
  if (takes === 'ID…') return { connectors: given }
  if (given.length > 1) throw new WrongLine(`${words} takes one ${takes}.`)
  return takes === 'ID' ? { connector: first } : inFile(first)
}

function inFile(file: string): Record<string, unknown> {
  try {
    if (statSync(file).size > longestQuestion) throw new WrongLine(`${file} is larger than 1 MB.`)
    const read: unknown = JSON.parse(textOfFile(readFileSync(file)).replace(byteOrderMark, ''))
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as Record<string, unknown>
  } catch (thrown) {
    throw new WrongLine(`${oneLine(file)} cannot be read as JSON: ${oneLine((thrown as Error).message)}`)
  }
  throw new WrongLine(`${oneLine(file)} has no JSON object.`)
}

const codes: Partial<Record<ErrorCode, number>> = {
  unreachable: 3,
  'not-permitted': 4,
  managed: 4,
  'app-locked': 4,
  'leak-refused': 4,
  'keychain-locked': 4,
  'keychain-missing': 4,
  'not-found': 5,
  'rate-limited': 6,
  busy: 6,
  'invalid-input': 2,
  unsupported: 2
}

export interface Printing {
  print(text: string): void
  complain(text: string): void
}

/** @returns the exit code, see `exitCodes` */
export async function query(
  args: readonly string[],
  ask: (asked: Asked, input: unknown) => Promise<unknown>,
  { print, complain }: Printing
): Promise<number> {
  try {
    const read = readLine(args)
    if (typeof read === 'string') {
      print(read)
      return 0
    }
    const value = (await ask(read.asked, read.input)) as Record<string, unknown>
    print(written(value, read))
    const answer = value['answer'] as Record<string, unknown> | undefined
    const problems = answer?.['problems']
    return answer?.['passed'] === false || (Array.isArray(problems) && problems.length > 0) ? 1 : 0
  } catch (thrown) {
    if (thrown instanceof WrongLine) {
      complain(`connector-desk query: ${thrown.message}\nconnector-desk query --help lists the commands.\n`)
      return 2
    }
    const error: AppError = toAppError(thrown)
    complain(`connector-desk query: ${oneLine(error.message)}\n`)
    return codes[error.code] ?? 7
  }
}

type Row = Readonly<Record<string, unknown>>

/** A terminal acts on hidden characters, also on those that JSON may hold. */
const visible = (json: string) =>
  json.replaceAll(unsafe, (found) =>
    found === '\n' ? found : [...found].map((one) => (one === '\n' ? one : `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)).join('')
  ) // prettier-ignore

function written(value: Record<string, unknown>, { asked, form }: Asks): string {
  if (form === 'json') return `${visible(JSON.stringify(value, null, 2))}\n`
  const answer = (value['answer'] ?? value) as Row
  const rows = (answer['rows'] as Row[] | undefined)?.map(flat)
  if (form === 'csv') {
    const all = rows ?? [flat(answer)]
    const names = [...new Set(all.flatMap((row) => Object.keys(row)))]
    return byteOrderMark + csvLines([names, ...all.map((row) => names.map((name) => plain(row[name])))])
  }
  if (asked === 'evidence') return `${linesOf(textIn(answer['markdown']))}\n`
  const { rows: _, more, ...rest } = answer
  const about = Object.entries(flat(rest)).map(([name, one]) => `${name}: ${said(one)}\n`)
  const left = typeof more === 'number' && more > 0 ? `and ${more} more: give a --limit\n` : ''
  return `${about.join('')}${rows ? table(rows) : ''}${left}`
}

/** One level, as `lastGoodSync.time`; texts of others without their mark. */
function flat(row: Row): Record<string, unknown> {
  const one: Record<string, unknown> = {}
  const put = (name: string, value: unknown): void => {
    if (Array.isArray(value))
      one[name] = value.map((each) => (isFlat(each) ? said(each) : JSON.stringify(each))).join('; ')
    else if (isFlat(value)) one[name] = isTold(value) ? value.text : value
    else for (const [inner, each] of Object.entries(value as Row)) put(`${name}.${inner}`, each)
  }
  for (const [name, value] of Object.entries(row)) put(name, value)
  return one
}

const isTold = (value: unknown): value is { text: string } =>
  typeof value === 'object' && value !== null && 'writtenBy' in value && 'text' in value
const isFlat = (value: unknown) => typeof value !== 'object' || value === null || isTold(value)
const textIn = (value: unknown) => (isTold(value) ? value.text : String(value))
const said = (value: unknown) => (value === null || value === undefined ? '' : oneLine(textIn(value)))
/** For a cell: numbers stay numbers. */
const plain = (value: unknown) => (typeof value === 'string' ? oneLine(value) : value)
const linesOf = (text: string) => text.split('\n').map(oneLine).join('\n')

/** Characters of a cell. */
const widest = 60

function table(rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = [names, ...rows.map((row) => names.map((name) => said(row[name])))]
  const cut = cells.map((line) => line.map((one) => (one.length > widest ? `${one.slice(0, widest - 1)}…` : one)))
  const widths = names.map((_, at) => Math.max(...cut.map((line) => line[at]?.length ?? 0)))
  return cut.map((line) => `${line.map((one, at) => one.padEnd(widths[at] ?? 0)).join('  ').trimEnd()}\n`).join('') // prettier-ignore
}
