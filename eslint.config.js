import js from '@eslint/js'
import prettier from 'eslint-config-prettier'
import regexp from 'eslint-plugin-regexp'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import { noDeepGroups, noMadeExpressions } from './scripts/regexp-stack.mjs'
import svelteConfig from './svelte.config.js'

const onlyThere = (name, where) => ({ name, message: `${name} may only be imported in ${where}.` })
const onlyJob = 'kit/job.svelte.ts names the work of main and cancels it.'
const onlyLocale = 'kit/locale.ts knows how numbers, dates and times are written.'

export default ts.config(
  { ignores: ['out/', 'dist/', 'test-results/', '.svelte-check/', 'electron.vite.config.*.mjs'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  prettier,
  ...svelte.configs.prettier,
  { languageOptions: { globals: { ...globals.node } } },
  { files: ['src/renderer/**'], languageOptions: { globals: { ...globals.browser } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } }
  },
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'svelte/no-at-html-tags': 'error'
    }
  },
  // No regular expression may take more than linear time or overflow V8's stack.
  {
    plugins: { regexp, desk: { rules: { 'no-deep-groups': noDeepGroups, 'no-made-expressions': noMadeExpressions } } },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'certain' }],
      'regexp/no-misleading-capturing-group': 'error',
      'regexp/no-misleading-unicode-character': 'error'
    }
  },
  // These read foreign texts; tests and the practice service read our own.
  {
    files: ['src/main/**', 'src/shared/**', 'src/renderer/**'],
    ignores: ['**/*.test.ts'],
    rules: { 'desk/no-deep-groups': 'error' }
  },
  // A text may be a whole body, or a pasted list.
  {
    files: [
      'src/main/{base,http,jmespath,viewer,webhooks}/**',
      'src/main/data/read-ids.ts',
      'src/main/passthrough/provider-error.ts',
      'src/main/passthrough/library/clean-draft.ts',
      'src/main/support/names.ts',
      'src/shared/{exact-json,scan}.ts',
      'src/shared/data/references.ts',
      'src/shared/passthrough/json-*.ts'
    ],
    ignores: ['**/*.test.ts'],
    rules: { 'desk/no-deep-groups': ['error', { every: true }] }
  },
  {
    files: ['src/**', 'scripts/**'],
    ignores: ['**/*.test.ts', '**/*.test.mjs'],
    rules: { 'desk/no-made-expressions': 'error' }
  },
  {
    files: [
      // From constants.
      'src/shared/desktop/link.ts',
      'src/renderer/src/kit/safe-text.ts',
      'src/renderer/src/passthrough/write-form/formats.ts',
      'src/practice/passthrough/soap-system.ts',
      'src/main/team/testing/psql.ts',
      // From a random UUID and digits.
      'src/shared/exact-json.ts',
      // From a fixed list of names; it reads the text once.
      'src/main/passthrough/provider-error.ts',
      // From typed text, quoted and of bounded length: it repeats nothing.
      'src/main/viewer/find.ts',
      // From the service, and found to be quick.
      'src/renderer/src/passthrough/write-form/check.ts'
    ],
    rules: { 'desk/no-made-expressions': 'off' }
  },
  // docs/architecture.md, rule 3: the product runs without Electron.
  {
    files: ['src/main/**', 'src/shared/**', 'src/practice/**'],
    ignores: [
      'src/main/index.ts',
      'src/main/app/start.ts',
      'src/main/app/managed.ts',
      'src/main/app/versions.ts',
      'src/main/app/timeline.ts',
      'src/main/app/window.ts',
      'src/main/app/confirm-window.ts',
      'src/main/app/guide-window.ts',
      'src/main/app/print-report.ts',
      'src/main/app/protocol.ts',
      'src/main/app/menu*.ts',
      'src/main/app/pages.ts',
      'src/main/app/edit-menu-items.ts',
      'src/main/app/system.ts',
      'src/main/app/desktop.ts',
      'src/main/app/theme.ts',
      'src/main/ipc/**',
      'src/main/settings/settings.ts',
      'src/main/http/proxy.ts',
      'src/main/secrets/keytar-*.ts'
    ],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            onlyThere('electron', 'index, window, protocol, ipc/ and the adapters'),
            onlyThere('electron-store', 'src/main/settings/settings.ts'),
            onlyThere('keytar', 'src/main/secrets/keytar-link.ts')
          ]
        }
      ]
    }
  },
  {
    files: ['src/practice/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: ['**/main/**', '**/renderer/**', 'electron'] }] }
  },
  {
    files: ['src/renderer/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: ['**/main/**', '**/preload/**', 'electron', 'svelte/store', 'node:*'] }
      ]
    }
  },
  {
    files: ['**/*.test.{ts,mjs}'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'vi',
          property: 'waitFor',
          message: 'It gives up after 1 s. Use expect.poll, which waits as vitest.config.ts says.'
        }
      ]
    }
  },
  {
    files: ['src/renderer/**'],
    ignores: ['src/renderer/src/kit/{locale,job.svelte}.ts', '**/*.test.ts', 'src/renderer/src/testing/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'Identifier[name="Intl"]', message: onlyLocale },
        { selector: 'MemberExpression[property.name=/^toLocale/]', message: onlyLocale },
        { selector: 'Literal[value="app:cancelJob"]', message: onlyJob }
      ]
    }
  }
)
