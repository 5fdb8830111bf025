// The walls between the rooms (docs/architecture.md). `npm test` fails on an import against them, and on a circle.

/** The rooms of src/main, from the lowest floor up. A room imports from floors below its own, never beside or above. */
export const floors = [
  ['base'],
  ['secrets', 'guard', 'policy'],
  ['http', 'jmespath', 'store'],
  ['workspaces', 'activity'],
  ['viewer', 'connectors'],
  ['health', 'passthrough', 'mappings', 'collections', 'webhooks', 'doctor', 'desktop', 'support', 'team', 'updates'],
  ['handlers'],
  ['ipc'],
  ['app', 'walker']
]

/** Tests and their made-up data may look everywhere. */
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

/** The views of the window; components and state have a folder for each. */
const views = [
  'activity',
  'collections',
  'connectors',
  'first-run',
  'lookups',
  'mappings',
  'passthrough',
  'queue',
  'settings',
  'webhooks'
]

const windowFile = (path) => `^src/renderer/src/${path}`

const ofOneView = views.flatMap((view) => {
  const others = views.filter((other) => other !== view).join('|')
  return [
    rule(
      `components-${view}`,
      `components/${view} imports what is its own and what is shared`,
      { path: windowFile(`components/${view}/`), pathNot: tests },
      { path: windowFile(`(components/(frame|${others})/|state/(${others})/|views)`) }
    ),
    rule(
      `state-${view}`,
      `state/${view} imports what is its own and what is shared`,
      { path: windowFile(`state/${view}/`), pathNot: tests },
      { path: windowFile(`(components/|views|state/(${others})/|state/(desk|commands))`) }
    )
  ]
})

const inTheWindow = [
  ...ofOneView,
  rule(
    'lib-alone',
    'Functions over text, keys and lists know nothing of the app',
    { path: windowFile('lib/'), pathNot: tests },
    { path: windowFile('(state|components|views|client)') }
  ),
  rule(
    'words-alone',
    'A catalogue knows texts and formats, nothing of the app',
    { path: windowFile('words/'), pathNot: tests },
    { path: windowFile('(state|components|views|client)') }
  ),
  rule(
    'state-shared',
    'What views share knows none of them',
    { path: windowFile('state/shared/'), pathNot: tests },
    { path: windowFile(`(components/|views|state/(${views.join('|')})/|state/(desk|commands))`) }
  ),
  rule(
    'components-shared',
    'What views share knows none of them; state that is not shared comes through useDesk',
    { path: windowFile('components/shared/'), pathNot: tests },
    { path: windowFile(`(components/(frame|${views.join('|')})/|views|state/(${views.join('|')})/|state/commands)`) }
  )
]

export default {
  forbidden: [
    ...rooms,
    ...inTheWindow,
    // A component may draw itself, as a tree does.
    rule(
      'no-circle',
      'A circle has no lowest part to read first',
      { pathNot: '/(BlockRows|guide/Blocks)[.]svelte$' },
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
      { path: '^src/renderer/' },
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
