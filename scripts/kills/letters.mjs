// Each letter that the server took is written down as sent or unknown, and arrived once; each that is cut off is named.
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
export const killLetters = (options) => killSenders({ program: 'kill-letters', what: 'letters', serve }, options)
