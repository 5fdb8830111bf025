/** The server's engine fails here, on this data. `position`: of the part of the expression that does, UTF-16 units. */
export class ServerFails extends Error {
  constructor(
    readonly said: string,
    readonly position: number
  ) {
    super(said)
  }
}
