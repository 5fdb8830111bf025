// The walls between rooms (docs/architecture.md). `npm test` fails on a wrong import and on a circle.

import { readdirSync } from 'node:fs'

/** Rooms of src/main from the lowest floor up. A room imports only from floors below its own. */
export const floors = [
  ['base'],
  ['secrets', 'guard', 'policy'],
  ['http', 'jmespath', 'store'],
  ['settings'],
  ['workspaces', 'activity'],
  ['viewer', 'issues', 'lookups'],
  ['connectors', 'trends', 'mail'],
  ['passthrough', 'mappings', 'data', 'alerts', 'doctor', 'desktop', 'support', 'team', 'updates'],
  ['webhooks', 'door', 'tickets'],
  ['ipc'],
  ['app', 'walker']
]

/** Tests may look everywhere. */
const tests = '([.]test[.]ts$|/testing[.]ts$|/testing/)'

const folders = (names) => `^src/main/(${names.join('|')})/`
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const rooms = floors.flatMap((floor, level) =>
  floor.map((room) => {
    const closed = floors
      .slice(level)
      .flat()
      .filter((other) => other !== room)
    return rule(
      `main-${room}`,
      `src/main/${room} imports only from the floors below it`,
      { path: folders([room]), pathNot: tests },
      { path: [...(closed.length > 0 ? [folders(closed)] : []), '^src/main/index[.]ts$'] }
    )
  })
)

/** Folders of the window that are no room: the frame, what rooms share, and pages of their own. */
const ofNoRoom = new Set(['app', 'kit', 'records', 'confirm', 'guide', 'report', 'testing'])

/** The window's rooms, named as on the screen. */
export const windowRooms = readdirSync(new URL('src/renderer/src', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !ofNoRoom.has(entry.name))
  .map(({ name }) => name)

const windowFile = (path) => `^src/renderer/src/${path}`
const within = (folder, what, others) =>
  rule(`window-${folder}`, what, { path: windowFile(`${folder}/`), pathNot: tests }, { path: windowFile(others) })

const inTheWindow = [
  ...windowRooms.map((room) =>
    within(room, `${room}/ imports its own, records and kit`, `(?!(${room}|records|kit)/)[^/]+/`)
  ),
  within('records', 'What rooms share about the domain knows none of them', '(?!(records|kit)/)[^/]+/'),
  within('kit', 'What knows no domain stands on nothing of the window', '(?!kit/)[^/]+/'),
  rule(
    'words-alone',
    'Texts know formats, nothing of the app',
    { path: windowFile('.*/words(/|[.]ts$)'), pathNot: tests },
    { path: windowFile('(client|.*[.]svelte$|app/desk)') }
  )
]

export default {
  forbidden: [
    ...rooms,
    ...inTheWindow,
    // A tree draws itself.
    rule(
      'no-circle',
      'A circle has no lowest part to read first',
      { pathNot: '/BlockRows[.]svelte$' },
      { circular: true }
    ),
    rule(
      'shared-alone',
      'Both sides import it: it imports neither',
      { path: '^src/shared/' },
      { path: '^src/(?!shared/)' }
    ),
    rule(
      'preload-alone',
      'The bridge knows the contract only',
      { path: '^src/preload/' },
      { path: '^src/(main|renderer|practice)/' }
    ),
    rule(
      'window-alone',
      'The window knows the contract only',
      // The one test of both: they have to count alike.
      { path: '^src/renderer/', pathNot: '/records/counts[.]test[.]ts$' },
      { path: '^src/(main|preload|practice)/' }
    ),
    rule(
      'practice-alone',
      'The practice service knows nothing of the app',
      { path: '^src/practice/' },
      { path: '^src/(main|preload|renderer)/' }
    ),
    rule(
      'main-apart',
      'Only the thread of the practice service imports it',
      { path: '^src/main/', pathNot: [tests, '^src/main/app/threads/practice[.]ts$'] },
      { path: '^src/(practice|preload|renderer)/' }
    )
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'node_modules|[?]modulePath$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.svelte.ts', '.svelte', '.mjs', '.js', '.json'] }
  }
}
