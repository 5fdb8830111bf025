/** Those who are called when something changes. A part that is made later than what it listens to adds itself then. */
export class Listeners<A extends unknown[] = []> {
  private readonly all: ((...args: A) => void)[] = []

  add(listener: (...args: A) => void): void {
    this.all.push(listener)
  }

  readonly call = (...args: A): void => {
    for (const listener of this.all) listener(...args)
  }
}
