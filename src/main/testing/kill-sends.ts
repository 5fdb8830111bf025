import type { StoreMethods } from '../app/store'
import { readFileSync, writeSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { usualPace, type ManyAnswer } from '../../shared/passthrough/many'
import { systemClock } from '../base/clock'
import { MemoryStore } from '../secrets/memory-store'
import { storeInThread } from '../store/thread'
import { Library } from '../passthrough/library/library'
import { draft, resultOf } from '../passthrough/library/testing'
import { historyKeyAccount } from '../secrets/encryption'
import { maskerOf } from '../secrets/testing'

// scripts/kills/sends.mjs kills this program. `write <file> <round>` records sends without end; `check <file> <list>`
// looks for all reported ones in the rest.
const [mode, file = '', argument = ''] = process.argv.slice(2)
const { workspaceId } = draft

export interface Reported {
  round: number
  completed: boolean
}

const answerOf = (round: number): ManyAnswer => ({
  ...{ place: round, id: idOf(round), at: 1, outcome: 'answered', status: 200, providerError: null, ms: 1, bytes: 9 },
  ...{ complete: true, content: 'json', shape: null, values: [], checks: null, error: null }
})
const idOf = (round: number) => `00000000-0000-4000-8000-${String(round).padStart(12, '0')}`
/** Some need a file, but too few to be pruned. */
const isLarge = (round: number) => round % 30 === 0
const bodyOf = (round: number) => Buffer.alloc(isLarge(round) ? 1_100_000 : 900, `answer ${round} `)
const isWrite = (round: number) => round % 2 === 0
/** Every fourth is part of a run, with its round as its place. */
const isOfRun = (round: number) => round % 4 === 1
/** One for each life of the program. */
const runOf = (first: number) => `00000000-0000-4000-8001-${String(first).padStart(12, '0')}`

const { library, stop } = await open()
if (mode === 'write') await write(Number(argument))
else await check(JSON.parse(readFileSync(argument, 'utf8')) as Reported[])

async function open() {
  const thread = storeInThread<StoreMethods>(new URL('./store.js', import.meta.url), { file, now: Date.now() })
  const { keeping, setAside, message } = await thread.store.keeping()
  if (keeping === 'no' || setAside) throw new Error(`It does not open: ${message}`)
  const keychain = new MemoryStore()
  keychain.secrets.set(historyKeyAccount, Buffer.alloc(32, 7).toString('base64'))
  const library = new Library({
    store: thread.store,
    keeping: thread.keeping,
    bodiesFolder: join(dirname(file), 'bodies'),
    keychain,
    keyFlag: { get: () => true, set: () => undefined },
    clock: systemClock,
    dialogs: { saveFile: async () => null, openFile: async () => null },
    masker: maskerOf(),
    room: () => 200e6,
    dropResponse: () => undefined,
    sentEnded: () => undefined,
    changed: () => undefined
  })
  await library.keychainSaid(await keychain.check())
  return { library, stop: thread.stop }
}

async function write(first: number): Promise<void> {
  const run = runOf(first)
  const connector = draft.connector
  if (!connector) throw new Error('The draft has a connector.')
  const asked = [{ connector }]
  const pace = usualPace
  const setup = { workspaceId, region: draft.region, name: 'Run', draft, columns: [], asked, pace }
  await library.runs.begin(run, setup)
  writeSync(1, 'ready\n')
  for (let round = first; ; round++) {
    const id = idOf(round)
    const method = isWrite(round) ? 'POST' : 'GET'
    await library.history.append({
      id,
      draft: { ...draft, method },
      countsAs: method,
      envelope: `{"round":${round}}`,
      result: null,
      body: null,
      run: isOfRun(round) ? run : undefined
    })
    writeSync(1, `begun ${JSON.stringify({ round, completed: false })}\n`)
    const result = { ...resultOf(round), requestId: id }
    const answer = isOfRun(round) ? { run, answer: answerOf(round), shape: null } : undefined
    await library.history.complete(id, result, bodyOf(round), answer)
    writeSync(1, `completed ${JSON.stringify({ round, completed: true })}\n`)
  }
}

/** Opens it as the app does. @throws Error naming what is lost */
async function check(reported: Reported[]): Promise<void> {
  await library.tidy()
  const runs = await Promise.all(
    (await library.runs.list(workspaceId)).map(({ id }) => library.runs.open(workspaceId, id))
  )
  const stopped = runs.every(({ head }) => head.state === 'stopped')
  if (!stopped) throw new Error('A run that was cut off is not stopped.')
  const places = new Set(runs.flatMap(({ answers }) => answers.map(({ place }) => place)))
  // With a connector named, the list has the sends of runs, too.
  const through = { region: draft.region, keys: [draft.connector?.key ?? ''] }
  const listed = await library.history.list({ workspaceId, through, limit: 1e6 })
  const heads = new Map(listed.map((head) => [head.id, head]))
  const completed = new Set(reported.filter((one) => one.completed).map(({ round }) => round))
  for (const { round } of reported) {
    const head = heads.get(idOf(round))
    if (!head) throw new Error(`Send ${round} is lost.`)
    if (completed.has(round) && isOfRun(round) && !places.has(round)) throw new Error(`The run lost ${round}.`)
    if (!completed.has(round) && head.outcome !== 'answered') {
      if (head.outcome !== (isWrite(round) ? 'unknown' : 'failed')) throw new Error(`Send ${round} is ${head.outcome}.`)
      continue
    }
    const entry = await library.history.get(idOf(round))
    const whole = entry?.body?.equals(bodyOf(round)) && entry.envelope === `{"round":${round}}`
    if (!whole || entry?.result?.status !== 200) throw new Error(`Send ${round} is not what was kept.`)
  }
  const answered = [...heads.values()].filter(
    ({ id, outcome }) => outcome === 'answered' && isLarge(Number(id.slice(-12)))
  )
  const files = await readdir(join(dirname(file), 'bodies')).catch(() => [])
  if (files.length !== answered.length) throw new Error(`${files.length} files for ${answered.length} large answers.`)
  await stop()
}
