import type { PracticeConnector } from './connector'
import type { PlayedStep, PracticeScenario, ScenarioName } from './types'

/** What happens in one step; answers the connectors it happened to. */
export interface Step {
  name: string
  /** When, ms from the start, at speed 1. */
  at: number
  happen: (now: number) => readonly PracticeConnector[]
}

/** A story that the clock or a hand moves on; without timers: what is due happens at the next look. */
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

  /** When the next step is due; never at speed 0 and after the last. */
  due(): number {
    const step = this.script[this.played.length]
    const { start, speed } = this.clock
    return step && speed > 0 ? start + step.at / speed : Infinity
  }

  /** Lets the next step happen, at the given time. */
  happen(at: number): PlayedStep | undefined {
    const step = this.script[this.played.length]
    if (!step) return undefined
    const played = { name: step.name, at, ids: step.happen(at).map((one) => one.id) }
    this.played.push(played)
    return played
  }
}
