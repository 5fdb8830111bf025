import { absoluteTime, count, counted } from '../../kit/format'
import { safeString } from '../../kit/safe-text'
import type { OperationChange, ShelfFile, ShelfHead, TakenOut } from '../../../../shared/passthrough/shelf'

const named = (title: string, version: string) => safeString([title, version].filter(Boolean).join(' '), 80)
const version = (version: string, other: string) => (version === '' || version === other ? null : version)

export const shelfWords = {
  /** What a file is called everywhere: by its title. */
  named: ({ title, version }: Pick<ShelfHead, 'title' | 'version'>) => named(title, version),
  tab: 'Shelf',
  find: 'Find by words, path or tag',
  findTitle: 'Searches name, method, path and tag',
  pane: {
    file: 'API on the shelf',
    operations: 'Operations',
    loading: 'Reading the shelf…',
    noMatch: 'No matching operations.',
    empty: 'No API on the shelf yet. Import its OpenAPI file, Postman collection or HAR to choose a request from it.',
    untagged: 'Other',
    writes: 'changes data',
    import: 'Import a file…',
    about: 'About this file',
    stays: {
      'too-large': 'not shared: over 4 MB, compressed',
      token: 'not shared: has a token?',
      unreadable: 'not shared: import it again'
    },
    foot: ({ current, shared, stays }: Pick<ShelfFile, 'current' | 'shared' | 'stays'>) => {
      const team = stays ? shelfWords.pane.stays[stays] : shared ? 'shared with the team' : null
      return [current.format, team].filter(Boolean).join(', ')
    },
    files: (files: number) => counted(files, 'file'),
    newer: (counts: Record<'changed' | 'added' | 'removed', number> | null, isEarlier: boolean) => {
      const told = counts && (['changed', 'added', 'removed'] as const).filter((what) => counts[what] > 0)
      const name = isEarlier ? 'The team’s file' : 'A newer file'
      return told?.length
        ? `${name}: ${told.map((what) => `${count(counts?.[what] ?? 0)} ${what}`).join(', ')}`
        : `${name} ${isEarlier ? 'replaced yours' : 'waits'}`
    },
    newerBy: (version: string, at: number, by: string) =>
      `${version || 'Newer'}, imported ${absoluteTime(at)}${by ? ` by ${by}` : ''}`,
    review: 'Review',
    change: 'changed',
    filled: (name: string) => `Filled from the shelf: ${name}`,
    filledLine: 'It replaced what was in this tab.',
    undo: 'Undo'
  },
  import: {
    title: 'Import an API for the shelf',
    hint: 'OpenAPI 2.0 to 3.1, a Postman 2.1 collection or HAR 1.2. The app fetches nothing. Tokens, cookies and example secrets are taken out.',
    integration: 'Integration',
    paste: 'Or paste it here',
    choose: 'Choose a file…',
    reading: 'Reading the file',
    cancel: 'Cancel',
    close: 'Close',
    escCloses: 'to close',
    pasted: 'Import pasted text',
    tooLong: 'This text is too long to paste. Choose its file instead.',
    done: (title: string, operations: number) => `${title}: ${counted(operations, 'operation')}`,
    waits: (current: string) => `${current || 'The current file'} stays until you use the newer file.`,
    none: 'No connector is known yet. Refresh connectors first.'
  },
  file: {
    name: 'File on the shelf',
    newer: 'Newer file',
    earlier: 'New file of the team',
    close: 'Close',
    format: 'Format',
    base: 'Path of its server',
    imported: 'Imported',
    importedBy: (at: number, by: string) => `${absoluteTime(at)}${by ? ` by ${by}` : ''}`,
    operations: 'Operations',
    remove: 'Remove from the shelf…',
    removal: {
      title: (title: string) => `Remove ${title} from the shelf?`,
      consequence:
        'Its operations, and a newer file that waits, are deleted from this computer. Saved requests and history stay.',
      shared:
        'Its operations, and newer files that wait, are deleted here and on all desks of the team. Saved requests and history stay.',
      button: 'Remove from the shelf'
    },
    counts: { added: 'added', changed: 'changed', removed: 'removed', same: 'the same' },
    show: {
      changed: (n: number) => `Changed ${count(n)}`,
      added: (n: number) => `Added ${count(n)}`,
      removed: (n: number) => `Removed ${count(n)}`,
      touched: (n: number) => `Touches saved ${count(n)}`
    },
    list: 'Changes shown',
    touches: 'Touches saved request',
    part: {
      path: 'path',
      query: 'query',
      header: 'header',
      body: 'body',
      answer: 'answer'
    } satisfies Record<OperationChange['part'], string>,
    isNew: 'new',
    isGone: 'gone',
    first: (shown: number) => `The first ${count(shown)} are listed.`,
    noChange: 'None.',
    taken: 'Taken out on import',
    never: 'never kept',
    kind: {
      secret: 'secret',
      remote: 'reference to elsewhere, not followed',
      broken: 'reference to nothing',
      unread: 'not read'
    } satisfies Record<TakenOut['kind'], string>,
    more: (more: number) => `${count(more)} more`,
    nothingTaken: 'Nothing.',
    stays: (current: string) => `${current || 'The current file'} stays until you agree.`,
    replaced: (earlier: string) => `It replaced ${earlier || 'the earlier file'} here.`,
    keep: (current: string, other: string) => `Keep ${version(current, other) ?? 'the current file'}`,
    use: (other: string, current: string, isEarlier: boolean) =>
      `Use ${version(other, current) ?? (isEarlier ? 'the earlier file' : 'the newer file')}`
  },
  fields: {
    path: 'In the path',
    query: 'In the query',
    header: 'In the headers',
    required: 'required',
    missing: 'Required: enter a value.',
    none: 'This operation has no parameters.',
    choose: 'Choose',
    notSent: 'Not sent',
    json: 'The params are JSON: change them under Params.',
    default: (value: string) => `Default: ${value}`,
    example: (value: string) => `For example ${value}`,
    value: (name: string, number: number) => `${name} ${number}`,
    showText: 'Show text',
    hideText: 'Hide text',
    writes: (method: string) => `This ${method} changes data.`,
    writesWhy: 'Ask many refuses what changes data.',
    answer: 'Expected answer',
    answerFrom: (status: string) => `${status}, from the file`
  },
  check: {
    name: 'Answer and file',
    fits: (title: string) => `As ${title} says`,
    breaks: (title: string, places: number) => `This answer breaks ${title} at ${counted(places, 'place')}:`,
    whole: 'the whole answer',
    times: (times: number) => `in ${counted(times, 'item')}`,
    more: (more: number) => `${count(more)} more`
  }
}
