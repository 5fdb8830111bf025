import type { PracticeClock } from './clock'
import type { PracticeConnector } from './connector'
import type { PlayedStep, PracticeScenario, ScenarioName } from './types'

export interface Step {
  name: string
  /** ms of practice time from the start. */
  at: number
  /** @param at practice time */
  happen: (at: number) => readonly PracticeConnector[]
  /** A line for people; absent: its name. */
  words?: string
}

/** Without timers: due steps happen at the next look. */
export class Scenario implements PracticeScenario {
  readonly played: PlayedStep[] = []
  private readonly start: number

  constructor(
    readonly name: ScenarioName,
    private readonly script: readonly Step[],
    private readonly clock: PracticeClock,
    /** Nothing is due by itself. */
    private readonly byHand: boolean
  ) {
    this.start = clock.now()
  }

  get steps(): string[] {
    return this.script.map((step) => step.name)
  }

  /** Practice time; null after the last step. */
  get ahead(): number | null {
    const step = this.script[this.played.length]
    return step ? this.start + step.at : null
  }

  next(): PlayedStep | undefined {
    if (this.ahead !== null) this.clock.jump(this.ahead)
    return this.happen(this.clock.now())
  }

  /** Practice time; Infinity by hand and after the last step. */
  due(): number {
    return this.byHand ? Infinity : (this.ahead ?? Infinity)
  }

  /** @param at practice time */
  happen(at: number): PlayedStep | undefined {
    const step = this.script[this.played.length]
    if (!step) return undefined
    const ids = step.happen(at).map((one) => one.id)
    const played = { name: step.name, words: step.words ?? step.name, at: this.clock.shown(at), practiceAt: at, ids }
    this.played.push(played)
    return played
  }
}
