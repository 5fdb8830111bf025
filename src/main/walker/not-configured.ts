/** The walker cannot start: the message is for its administrator and holds no secret. */
export class NotConfigured extends Error {}
