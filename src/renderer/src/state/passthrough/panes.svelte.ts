/** The sizes of the panes, in px; the same for all workspaces of this run. */
export class Panes {
  library = $state(240)
  editor = $state(432)
  preview = $state(true)
  /** In a window without room for it, the history covers the rest while it is open. */
  libraryShown = $state(false)
}
