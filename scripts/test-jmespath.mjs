// npm run test:jmespath [-- --seed 1 --generated 120000]: compares the app's JMESPath with the reference (Debian's
// python3-jmespath). Each difference must be explained below.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { build } from 'vite'
import { main } from './bootstrap.mjs'
import { generate } from './test-jmespath-expressions.mjs'
import { root, say } from './run.mjs'

/** Another Python, first in PATH, would not see Debian's packages. */
const PYTHON = '/usr/bin/python3'
const CASES = 'src/main/jmespath'

/**
 * Intended differences.
 * @typedef {{ problem?: string, message?: string, value?: unknown }} Outcome
 * @type {{ reason: string, explains: (of: { expression: string, ours: Outcome, theirs: Outcome }) => boolean }[]}
 */
export const KNOWN = [
  {
    reason:
      'Wrong calls (unknown function, number or kind of arguments) are refused at once, not when data meets them.',
    explains: ({ ours }) => ours.problem === 'value' && /has no |takes (at least )?\d|argument of/.test(ours.message)
  },
  {
    reason:
      'The reference reads what is no JSON between backticks as a text (deprecated by the standard since JEP-12).',
    explains: ({ ours, theirs }) => /^Between backticks/.test(ours.message) && theirs.problem !== 'syntax'
  },
  {
    reason: 'The reference takes arguments, pairs and bounds without a sign between them, or with one too many.',
    explains: ({ ours, theirs }) =>
      ours.problem === 'syntax' &&
      /"[,}]" is missing|"\)" cannot|A number in a comparison/.test(ours.message) &&
      theirs.problem !== 'syntax'
  },
  {
    reason: 'The reference calls a function whose name is in brackets.',
    explains: ({ expression, ours, theirs }) =>
      ours.problem === 'syntax' && /\)\s*\(/.test(expression) && theirs.problem !== 'syntax'
  },
  {
    reason: 'A function reference outside of a call gives nothing that JSON could hold; it is refused.',
    explains: ({ ours }) => /^&… stands only/.test(ours.message)
  },
  {
    reason: 'The step of a slice cannot be 0: seen when it is read; the reference falls over its data, if at all.',
    explains: ({ ours }) => /step of a slice/.test(ours.message)
  },
  {
    reason: 'merge() makes no names of what is no text; the reference does, from lists of pairs.',
    explains: ({ ours }) => /^merge\(\) takes an object, and met a list/.test(ours.message)
  },
  {
    reason: 'Nesting is refused where a server may fail: the calls around the engine take part of the depth it has.',
    explains: ({ ours }) => /nested deeper/.test(ours.message)
  }
]

const { values: flags } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, generated: { type: 'string', default: '120000' } }
})

async function ourAnswers(documents, questions) {
  const outDir = join(root, 'node_modules/.cache/connector-desk', `jmespath-${process.pid}`)
  mkdirSync(outDir, { recursive: true })
  writeFileSync(join(outDir, 'package.json'), '{ "type": "module" }\n')
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      emptyOutDir: false,
      rolldownOptions: {
        input: join(root, 'src/main/jmespath/worker.ts'),
        output: { entryFileNames: 'worker.js' }
      }
    },
    ssr: { noExternal: true }
  })
  const worker = new Worker(pathToFileURL(join(outDir, 'worker.js')))
  const ask = (method, ...args) =>
    new Promise((resolve, reject) => {
      const answered = (message) => {
        // A progress message.
        if ('event' in message) return
        worker.off('error', reject).off('message', answered)
        if (message.ok) resolve(message.value)
        else reject(new Error(message.error.message))
      }
      worker.once('error', reject).on('message', answered)
      worker.postMessage({ call: 0, method, args })
    })
  try {
    const answers = []
    let loaded = -1
    for (const [document, expression] of questions) {
      if (document !== loaded) await ask('load', Buffer.from(documents[document]), [])
      loaded = document
      const answer = await ask('evaluate', expression, 10_000)
      answers.push(
        'json' in answer
          ? { value: Buffer.from(answer.json).toString() }
          : { problem: answer.problem.kind, message: answer.problem.message }
      )
    }
    return answers
  } finally {
    await worker.terminate()
    rmSync(outDir, { recursive: true })
  }
}

function theirAnswers(documents, questions) {
  const { status, stdout, stderr } = spawnSync(PYTHON, [join(root, 'scripts/jmespath-reference.py')], {
    input: JSON.stringify({ documents, questions }),
    encoding: 'utf8',
    maxBuffer: 1e9
  })
  if (status !== 0) throw new Error(`The reference did not answer: ${stderr}`)
  return JSON.parse(stdout)
}

/** As texts: 1 is not 1.0, and keys have an order. */
const same = (ours, theirs) =>
  'value' in ours && 'value' in theirs
    ? ours.value === theirs.value
    : ours.problem !== undefined &&
      (ours.problem === theirs.problem || (ours.problem !== 'syntax' && theirs.problem === 'crash'))

await main(async () => {
  const there = spawnSync(PYTHON, ['-c', 'import jmespath'], { stdio: 'ignore' })
  if (there.status !== 0) {
    say('not run: python3-jmespath is missing (on Debian or Ubuntu: apt-get install python3-jmespath)')
    return 0
  }
  const cases = JSON.parse(readFileSync(join(root, CASES, 'cases.json'), 'utf8'))
  const generated = generate(Number(flags.seed), Number(flags.generated))
  const documents = [readFileSync(join(root, CASES, 'cases-document.json'), 'utf8'), ...generated.documents]
  const questions = [
    ...cases.map(([expression]) => [0, expression]),
    ...generated.questions.map(([document, expression]) => [document + 1, expression])
  ]
  const ours = await ourAnswers(documents, questions)
  const { version, answers: theirs } = theirAnswers(documents, questions)

  const explained = new Map(KNOWN.map(({ reason }) => [reason, []]))
  const unexplained = []
  for (const [at, [, expression]] of questions.entries()) {
    if (same(ours[at], theirs[at])) continue
    const difference = { expression, ours: { message: '', ...ours[at] }, theirs: theirs[at] }
    const known = KNOWN.find(({ explains }) => explains(difference))
    if (known) explained.get(known.reason).push(expression)
    else unexplained.push(difference)
  }
  for (const [reason, expressions] of explained) {
    if (expressions.length > 0)
      console.log(`${expressions.length} × ${reason}\n    as ${JSON.stringify(expressions[0])}`)
  }
  for (const { expression, ours, theirs } of unexplained) {
    console.log(
      `NOT EXPLAINED ${JSON.stringify(expression)}\n    ours   ${JSON.stringify(ours)}\n    theirs ${JSON.stringify(theirs)}`
    )
  }
  const differences = [...explained.values()].flat().length
  say(
    `${questions.length} expressions (seed ${flags.seed}) against jmespath ${version}: ` +
      `${questions.length - differences - unexplained.length} alike, ${differences} differ as explained, ${unexplained.length} unexplained`
  )
  return unexplained.length > 0 ? 1 : 0
})
