/** Lets a part made later listen to an earlier part. */
export class Listeners<A extends unknown[] = []> {
  private readonly all: ((...args: A) => void)[] = []

  add(listener: (...args: A) => void): void {
    this.all.push(listener)
  }

  readonly call = (...args: A): void => {
    for (const listener of this.all) listener(...args)
  }
}
