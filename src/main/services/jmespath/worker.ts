import { parentPort } from 'node:worker_threads'
import { bare, evaluate } from './evaluate'
import type { EngineAnswer, EngineQuestion } from './engine'

// A thread of its own with a bounded heap: some short expressions want a gigabyte, and it may be killed at any time.
const port = parentPort
if (!port) throw new Error('The JMESPath engine runs as a worker thread.')

// Objects that expressions make inherit from here; what need not be there cannot be found there.
for (const name of Object.getOwnPropertyNames(Object.prototype)) {
  if (name !== 'toString' && name !== 'hasOwnProperty') Reflect.deleteProperty(Object.prototype, name)
}

const tell = (answer: EngineAnswer) => port.postMessage(answer)
let data: unknown = null

port.on('message', (question: EngineQuestion) => {
  if ('load' in question) {
    try {
      data = bare(JSON.parse(Buffer.from(question.load).toString('utf8')))
      tell({ loaded: true })
    } catch {
      tell({ loaded: false })
    }
  } else {
    tell(evaluate(data, question.expression))
  }
})
