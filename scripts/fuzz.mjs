// npm run fuzz -- [--inputs 100000] [--seed 1] [--only JSON]: each parser of foreign texts reads generated ones
// (src/main/testing/fuzz). A thread ends if one input takes too long. Findings, with seeds, are in test-results/fuzz.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { build } from 'vite'
import { bootstrap, main } from './bootstrap.mjs'
import { root, say } from './run.mjs'

const IN_A_BATCH = 5_000
const LONGEST_MS = 10_000
const found = join(root, 'test-results/fuzz')

/** @returns a file, because a thread cannot load TypeScript */
async function bundle(outDir) {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      rolldownOptions: {
        input: join(root, 'src/main/testing/fuzz/worker.ts'),
        output: { entryFileNames: 'worker.mjs', codeSplitting: false }
      }
    },
    ssr: { noExternal: true }
  })
  return join(outDir, 'worker.mjs')
}

/** @returns the message; `hung` is the input that took too long */
function inThread(program, batch) {
  return new Promise((resolve, reject) => {
    const now = new SharedArrayBuffer(4)
    const worker = new Worker(program, {
      workerData: { ...batch, now },
      resourceLimits: { maxOldGenerationSizeMb: 1_024 }
    })
    let [last, since] = [0, Date.now()]
    const watch = setInterval(() => {
      const at = Atomics.load(new Int32Array(now), 0)
      if (at !== last) [last, since] = [at, Date.now()]
      else if (at > 0 && Date.now() - since > LONGEST_MS) end({ hung: at - 1 })
    }, 500)
    const end = (answer) => {
      clearInterval(watch)
      worker.terminate().then(() => resolve(answer), reject)
    }
    worker.once('message', (said) => end({ said }))
    worker.once('error', (error) =>
      end({ said: { at: Atomics.load(new Int32Array(now), 0) - 1, input: '', error: error.stack } })
    )
  })
}

await main(async () => {
  await bootstrap()
  const { values } = parseArgs({
    options: {
      inputs: { type: 'string', default: '100000' },
      seed: { type: 'string' },
      only: { type: 'string', default: '' }
    }
  })
  const seed = Number(values.seed ?? Date.now() % 1_000_000)
  const folder = join(root, 'node_modules/.cache/connector-desk', `fuzz-${process.pid}`)
  const program = await bundle(folder)
  rmSync(found, { recursive: true, force: true })
  mkdirSync(found, { recursive: true })
  let [hangs, crashes, inputs] = [0, 0, 0]
  try {
    const { said: names } = await inThread(program, { parser: '', seed, inputs: 0 })
    for (const parser of names.filter((name) => name.includes(values.only))) {
      const began = Date.now()
      let here = 0
      for (let batch = 0; batch * IN_A_BATCH < Number(values.inputs); batch++) {
        const of = {
          parser,
          seed: seed + batch,
          inputs: Math.min(IN_A_BATCH, Number(values.inputs) - batch * IN_A_BATCH)
        }
        const { hung, said } = await inThread(program, of)
        here += hung === undefined && !said ? of.inputs : (hung ?? said.at) + 1
        if (hung === undefined && !said) continue
        if (hung === undefined) crashes++
        else hangs++
        const at = hung ?? said.at
        // Generates the hung input again, without reading it.
        const input = said?.input || (await inThread(program, { ...of, show: at })).said
        const what = `${said?.error ?? `It did not end within ${LONGEST_MS} ms.`}\n\n${input}`
        const file = join(found, `${parser.replaceAll(/\W+/g, '-')}-${of.seed}.txt`)
        writeFileSync(file, `${parser}, seed ${of.seed}, input ${at} of ${of.inputs}\n${what}\n`)
        say(`FOUND ${parser}: seed ${of.seed}, input ${at}: ${what.slice(0, 600)} (${file})`)
      }
      inputs += here
      say(`${parser}: ${here} inputs in ${((Date.now() - began) / 1_000).toFixed(1)} s`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  say(`seed ${seed}: ${inputs} inputs, ${hangs} hangs, ${crashes} crashes`)
  return hangs + crashes > 0 ? 1 : 0
})
