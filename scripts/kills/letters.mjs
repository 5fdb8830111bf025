// Each letter that the server took is written down as sent or unknown, and arrived once; each that is cut off is named. No
// customer of a campaign gets it twice, or more than its one reminder.
import { SMTPServer } from 'smtp-server'
import { killSenders } from './taken.mjs'

async function serve(take, random) {
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'], logger: false },
    onData(stream, _, done) {
      let text = ''
      stream.on('data', (part) => (text += part))
      stream.on('end', () => {
        take(/^Message-ID: <([^@]+)@/im.exec(text)?.[1])
        setTimeout(done, random() * 15)
      })
    }
  })
  // A client that dies is no fault of the server.
  server.on('error', () => undefined)
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: server.server.address().port, close: () => new Promise((resolve) => server.close(resolve)) }
}

/** @throws if a letter left twice, or is lost */
export function killLetters(options) {
  process.env.KILLS_BEGAN = String(Date.now())
  return killSenders({ program: 'kill-letters', what: 'letters', serve }, { latestMs: 1800, ...options })
}

/** As letters: each step of an outage, once to each customer, late ones included. */
export async function killOutages(options) {
  process.env.KILL_OUTAGES = 'yes'
  try {
    return await killLetters(options)
  } finally {
    delete process.env.KILL_OUTAGES
  }
}
