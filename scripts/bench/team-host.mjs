import { fork } from 'node:child_process'
import { once } from 'node:events'

/** Takes one request at a time (src/main/testing/bench-team.ts). */
export class Host {
  asked = Promise.resolve()
  constructor(program) {
    this.child = fork(program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  }

  ask(what) {
    const answer = this.asked.then(async () => {
      this.child.send(what)
      const [{ value, error }] = await once(this.child, 'message')
      if (error) throw new Error(error)
      return value
    })
    this.asked = answer.catch(() => undefined)
    return answer
  }

  end() {
    this.child.kill()
  }
}
