/** The server's engine fails on this data. `position`: the failing part, UTF-16 units. */
export class ServerFails extends Error {
  constructor(
    readonly said: string,
    readonly position: number
  ) {
    super(said)
  }
}
