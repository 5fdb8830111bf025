import { createContext } from 'svelte'
import type { FileRef, PassthroughDraft } from '../../../shared/passthrough/passthrough'
import type { Workspace } from '../../../shared/workspaces/workspace'
import type { Client } from '../client.svelte'
import type { Entry } from '../records/entry'
import { Bench } from './bench.svelte'
import { chosenOf } from '../records/chosen-connector'
import { emptyDraft } from './drafts'
import type { ManyAround } from './many/setup.svelte'
import type { Keepable } from '../kit/window-state.svelte'

/** Sizes in px, shared by all workspaces. */
class Panes implements Keepable {
  library = $state(240)
  editor = $state(432)
  preview = $state(false)
  wrap = $state(false)
  /** In a narrow window, the history covers the rest. */
  libraryShown = $state(false)

  get kept(): unknown {
    const { library, editor, preview, wrap } = this
    return { library, editor, preview, wrap }
  }

  restore(kept: unknown): void {
    const { library, editor, preview, wrap } = kept as Readonly<Record<string, unknown>>
    if (typeof library === 'number') this.library = library
    if (typeof editor === 'number') this.editor = editor
    if (typeof preview === 'boolean') this.preview = preview
    if (typeof wrap === 'boolean') this.wrap = wrap
  }
}

/** A send continues while another workspace is open. */
export class Passthrough {
  readonly panes = new Panes()
  #client: Client
  #around: ManyAround
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it; the bench in view is
  #benches = new Map<string, Bench>()
  #bench = $state.raw<Bench | null>(null)

  constructor(client: Client, around: ManyAround) {
    this.#client = client
    this.#around = around
    // The keychain decides which drafts can be read and stored.
    client.on('passthrough:keepingChanged', (keeping) => {
      for (const bench of this.#benches.values()) bench.keepingChanged(keeping)
    })
    client.on('passthrough:sentEnded', ({ workspaceId, id }) => void this.#benches.get(workspaceId)?.sentEnded(id))
    client.on('team:libraryChanged', () => {
      for (const { saved, shelf } of this.#benches.values()) {
        void saved.load()
        void shelf.load()
      }
    })
    client.on('passthrough:manyProgress', (progress) => {
      for (const bench of this.#benches.values()) bench.many.report(progress)
    })
    client.on('passthrough:progress', ({ requestId, progress }) => {
      for (const bench of this.#benches.values()) bench.sendingOf(requestId)?.report(progress)
    })
  }

  get bench(): Bench | null {
    return this.#bench
  }

  show(workspace: Workspace | null): void {
    if (workspace?.id !== this.#bench?.workspaceId) void this.#bench?.tabs.keepNow()
    this.#bench = workspace ? this.#benchOf(workspace) : null
    if (this.#bench && workspace) this.#bench.tabs.region = this.#bench.many.setup.region = workspace.region
  }

  retain(workspaces: readonly Workspace[]): void {
    for (const id of this.#benches.keys()) if (!workspaces.some((one) => one.id === id)) this.#benches.delete(id)
  }

  /** null if cancelled */
  chooseFile(): Promise<FileRef | null> {
    return this.#client.call('passthrough:chooseFile')
  }

  begin(entry: Entry, asked: Partial<Pick<PassthroughDraft, 'method' | 'path'>> = {}): void {
    const bench = this.#bench
    if (!bench) return
    this.beginDraft({ ...emptyDraft(bench.workspaceId, bench.tabs.region), connector: chosenOf(entry), ...asked })
  }

  beginDraft(draft: PassthroughDraft): void {
    const bench = this.#bench
    if (!bench) return
    bench.many.shown = false
    bench.tabs.open({ draft, unsaved: true })
  }

  /** A copy of a saved request, for this connector. */
  async beginSaved(entry: Entry, id: string): Promise<void> {
    const bench = this.#bench
    if (!bench) return
    bench.many.shown = false
    await bench.attempt(async () => {
      const { draft } = await bench.saved.open(id)
      const own = { ...draft, region: bench.tabs.region, connector: chosenOf(entry) }
      bench.tabs.open({ draft: own, unsaved: true })
    })
  }

  /**
   * Saves drafts on blur: the window may not come back.
   *
   * @returns a function that stops it
   */
  start(): () => void {
    const keep = () => void this.#bench?.tabs.keepNow()
    addEventListener('blur', keep)
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('blur', keep)
      removeEventListener('pagehide', keep)
    }
  }

  #benchOf({ id, region }: Workspace): Bench {
    const known = this.#benches.get(id)
    if (known) return known
    const bench = new Bench(this.#client, id, region, this.#around)
    this.#benches.set(id, bench)
    return bench
  }
}

export const [usePassthrough, providePassthrough] = createContext<Passthrough>()
