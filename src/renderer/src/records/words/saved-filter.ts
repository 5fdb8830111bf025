import { count } from '../../kit/format'

export const savedFilterWords = {
  save: 'Save filter',
  replace: 'Replace filter',
  name: 'Name',
  keptWhere: (isShared: boolean, workspace = 'this workspace') =>
    isShared ? `Saved for ${workspace}, on all desks of your team.` : `Saved on this computer for ${workspace}.`,
  full: (most: number) => `You can save ${count(most)} filters: delete one first`,
  nothing: 'Set a filter first, then save it',
  title: 'Save these filters',
  more: (name: string) => `More for ${name}`,
  whose: (isShared: boolean, maker: string | null) =>
    maker !== null ? `Shared by ${maker}` : isShared ? 'Shared with your team' : 'Only on this computer',
  rename: 'Rename…',
  renameTitle: (name: string) => `Rename ${name}`,
  renameYes: 'Rename',
  delete: 'Delete',
  deleteForAll: 'Delete for the whole team',
  failed: 'Saved filters could not be read or changed.',
  menu: {
    name: 'Filters',
    of: (name: string) => `Filters: ${name}`,
    title: 'Saved filters of Issues',
    shown: '(chosen)',
    saveAs: 'Save filter…'
  },
  team: {
    name: 'Team filters',
    by: (name: string) => `Saved by ${name}`
  }
}
