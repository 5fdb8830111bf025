import type { PracticeTime } from '../shared/workspaces/practice-time'
import { Scenario } from './scenario'
import { morning } from './scenarios/morning'
import { year } from './scenarios/year'
import type { PlayedStep, ScenarioName } from './types'
import type { World } from './world'

const SCRIPTS = { morning, year } satisfies Record<ScenarioName, unknown>
const MOST_TOLD = 20

export class Story {
  private scenario: Scenario | undefined

  constructor(private readonly world: World) {}

  /** @param speed of practice time; 0: steps happen by hand only */
  play(name: ScenarioName, speed = 1): Scenario {
    this.goOn()
    const { clock } = this.world
    clock.run(speed || 1)
    this.scenario = new Scenario(name, SCRIPTS[name](this.world), clock, speed === 0)
    return this.scenario
  }

  advance(step?: string): PlayedStep[] {
    const { scenario } = this
    if (!scenario) throw new Error('nothing is being played')
    this.goOn()
    const ahead = scenario.steps.slice(scenario.played.length)
    const count = step === undefined ? 1 : ahead.indexOf(step) + 1
    if (count === 0) throw new Error(`no step "${step}" is ahead: ${ahead.join(', ') || 'none is'}`)
    const played = Array.from({ length: count }, () => scenario.next()).filter((one) => one !== undefined)
    this.goOn()
    return played
  }

  /** In the order of time. */
  goOn(): void {
    const { clock, life } = this.world
    const now = clock.now()
    for (let due = this.scenario?.due() ?? Infinity; due <= now; due = this.scenario?.due() ?? Infinity)
      this.scenario?.happen(due)
    life.advance(now)
  }

  get played(): readonly PlayedStep[] {
    this.goOn()
    return this.scenario?.played ?? []
  }

  time(): PracticeTime {
    const { clock } = this.world
    const told = this.played.slice(-MOST_TOLD).map(({ practiceAt, words }) => ({ at: practiceAt, words }))
    const { speed } = clock
    return { now: clock.now(), speed, next: this.scenario?.ahead ?? null, told: told.reverse() }
  }
}
