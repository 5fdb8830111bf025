import type { Keepable } from '../kit/window-state.svelte'

/** Sizes in px, shared by all workspaces. */
export class Panes implements Keepable {
  library = $state(240)
  editor = $state(432)
  preview = $state(true)
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
