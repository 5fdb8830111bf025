import type { PracticeConnector } from './connector'
import type { PlayedStep, PracticeScenario, ScenarioName } from './types'

export interface Step {
  name: string
  /** ms from the start, at speed 1. */
  at: number
  happen: (now: number) => readonly PracticeConnector[]
}

/** Without timers: due steps happen at the next look. */
export class Scenario implements PracticeScenario {
  readonly played: PlayedStep[] = []

  constructor(
    readonly name: ScenarioName,
    private readonly script: readonly Step[],
    private readonly clock: { now: () => number; start: number; speed: number }
  ) {}

  get steps(): string[] {
    return this.script.map((step) => step.name)
  }

  next(): PlayedStep | undefined {
    return this.happen(this.clock.now())
  }

  /** Infinity at speed 0 and after the last step. */
  due(): number {
    const step = this.script[this.played.length]
    const { start, speed } = this.clock
    return step && speed > 0 ? start + step.at / speed : Infinity
  }

  happen(at: number): PlayedStep | undefined {
    const step = this.script[this.played.length]
    if (!step) return undefined
    const played = { name: step.name, at, ids: step.happen(at).map((one) => one.id) }
    this.played.push(played)
    return played
  }
}
