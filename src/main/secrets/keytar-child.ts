import { askKeytar, type KeytarQuestion } from './keytar-link'

export interface NumberedQuestion extends KeytarQuestion {
  number: number
}
export type NumberedAnswer = { number: number } & ({ answer: unknown } | { problem: string })

// Asks the keychain in a process of its own.
process.parentPort.on('message', ({ data }: { data: NumberedQuestion }) => {
  const { number } = data
  askKeytar(data).then(
    (answer) => process.parentPort.postMessage({ number, answer } satisfies NumberedAnswer),
    (thrown: Error) => process.parentPort.postMessage({ number, problem: thrown.message } satisfies NumberedAnswer)
  )
})
