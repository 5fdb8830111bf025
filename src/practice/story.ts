import { Scenario } from './scenario'
import { morning } from './scenarios/morning'
import type { PlayedStep, ScenarioName } from './types'
import type { World } from './world'

const SCRIPTS = { morning } satisfies Record<ScenarioName, unknown>

export class Story {
  private scenario: Scenario | undefined

  constructor(
    private readonly world: World,
    private readonly now: () => number
  ) {}

  play(name: ScenarioName, speed = 1): Scenario {
    this.goOn()
    const start = this.now()
    this.scenario = new Scenario(name, SCRIPTS[name](this.world, start), { now: this.now, start, speed })
    return this.scenario
  }

  advance(step?: string): PlayedStep[] {
    const { scenario } = this
    if (!scenario) throw new Error('nothing is being played')
    this.goOn()
    const ahead = scenario.steps.slice(scenario.played.length)
    const count = step === undefined ? 1 : ahead.indexOf(step) + 1
    if (count === 0) throw new Error(`no step "${step}" is ahead: ${ahead.join(', ') || 'none is'}`)
    return Array.from({ length: count }, () => scenario.next()).filter((one) => one !== undefined)
  }

  /** In the order of time. */
  goOn(): void {
    const now = this.now()
    for (let due = this.scenario?.due() ?? Infinity; due <= now; due = this.scenario?.due() ?? Infinity) {
      this.world.life.advance(due)
      this.scenario?.happen(due)
    }
    this.world.life.advance(now)
  }
}
