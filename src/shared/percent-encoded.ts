/** As encodeURIComponent, which throws at half of a surrogate pair: texts of others hold such, and it is sent as U+FFFD. */
export const percentEncoded = (text: string): string => encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'))
