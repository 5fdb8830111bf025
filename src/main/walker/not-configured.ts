/** The walker cannot start: its words are for who set it up, and hold no secret. */
export class NotConfigured extends Error {}
