import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LibraryKeeping } from '../../../shared/passthrough/library'
import type { PassthroughDraft } from '../../../shared/passthrough/passthrough'
import type { PassthroughResult } from '../../../shared/passthrough/result'
import type { Keeping } from '../../../shared/connectors/snapshot'
import { MemoryStore } from '../../secrets/memory-store'
import { Masker } from '../../secrets/masker'
import { FakeClock } from '../../testing/fakes'
import { openStore, type StoreMethods } from '../../app/store'
import { promised } from '../../base/promised'
import { draft } from '../testing'
import { Library } from './library'

export const workspaceId = draft.workspaceId
export const otherWorkspace = '00000000-0000-4000-8000-0000000000ff'
export const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
export { draft }

export function testLibrary(options: { patienceMs?: number } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'connector-desk-library-'))
  const file = join(folder, 'history.db')
  const flag = { stored: false, get: () => flag.stored, set: (stored: boolean) => void (flag.stored = stored) }
  const chosen = join(folder, 'chosen.requests.json')
  const test = {
    folder,
    bodies: join(folder, 'bodies'),
    chosen,
    keychain: new MemoryStore(),
    clock: new FakeClock(),
    flag,
    known: new Masker(),
    secrets: {
      add(secret: string) {
        test.known.add(secret)
        return test.secrets
      },
      /** Like a session that never saw the secrets. */
      clear: () => void (test.known = new Masker())
    },
    announced: [] as LibraryKeeping[],
    dropped: [] as string[],
    ended: [] as string[],
    room: 200e6,
    keeping: null as Keeping | null,
    desk: null as unknown as StoreMethods,
    library: null as unknown as Library,
    async open(): Promise<Library> {
      test.desk = openStore({ file, now: test.clock.now() }, () => undefined)
      test.library = new Library({
        store: promised(() => test.desk),
        keeping: () => test.keeping ?? test.desk.keeping(),
        bodiesFolder: test.bodies,
        keychain: test.keychain,
        keyFlag: flag,
        clock: test.clock,
        dialogs: {
          saveFile: async (_, content) => {
            writeFileSync(chosen, content)
            return chosen
          },
          openFile: async () => chosen
        },
        masker: {
          mask: (text) => test.known.mask(text),
          holds: (text) => test.known.holds(text),
          clean: (schema, value) => test.known.clean(schema, value)
        },
        room: () => test.room,
        dropResponse: (id) => test.dropped.push(id),
        changed: (keeping) => test.announced.push(keeping),
        sentEnded: ({ id }) => test.ended.push(id),
        patienceMs: options.patienceMs ?? 0
      })
      await test.keychainAnswers()
      return test.library
    },
    async keychainAnswers(): Promise<void> {
      await test.library.keychainSaid(await test.keychain.check())
    },
    async restart(): Promise<Library> {
      test.desk.close()
      return test.open()
    },
    onDisk(): string {
      const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
      return paths
        .filter((entry) => entry.isFile() && join(entry.parentPath, entry.name) !== chosen)
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
        .join('\n')
    },
    bodyFiles: () => {
      try {
        return readdirSync(join(folder, 'bodies'))
      } catch {
        return []
      }
    },
    async send(number: number, change: Partial<PassthroughDraft> = {}, answer: Partial<Answer> = {}): Promise<string> {
      const id = idOf(number)
      await test.begin(number, change)
      const body = answer.body ?? Buffer.from('{"salary":7}')
      await test.library.history.complete(id, resultOf(number, answer.result), body)
      return id
    },
    async begin(number: number, change: Partial<PassthroughDraft> = {}, countsAs?: string): Promise<string> {
      const id = idOf(number)
      const whole = { ...draft, ...change }
      const entry = { id, draft: whole, countsAs: countsAs ?? whole.method, envelope: '{"iban":"DE02"}' }
      await test.library.history.append({ ...entry, result: null, body: null })
      return id
    },
    remove(): void {
      test.desk.close()
      rmSync(folder, { recursive: true })
    }
  }
  return test
}
export type TestLibrary = ReturnType<typeof testLibrary>

interface Answer {
  result: Partial<PassthroughResult>
  body: Buffer | null
}

export function resultOf(number: number, change: Partial<PassthroughResult> = {}): PassthroughResult {
  return {
    requestId: idOf(number),
    outcome: 'answered',
    method: 'GET',
    path: '/employees',
    region: 'default',
    connectorKey: 'HRIS:c1',
    status: 200,
    responseId: `response-${number}`,
    headers: [['Content-Type', 'application/json']],
    bytes: 12,
    complete: true,
    timing: { askedAt: 1, startedAt: 2, sentAt: 3, headAt: 4, doneAt: 5 },
    tries: 1,
    waits: [],
    error: null,
    advice: ['It was delivered.'],
    issues: [],
    ...change
  }
}
