/** How the view is parted, in px; the same for all workspaces of this run. */
export class Panes {
  library = $state(240)
  editor = $state(432)
  preview = $state(true)
  /** In a window with no room for it, the history lies over the rest while it is asked for. */
  libraryShown = $state(false)
}
