/** encodeURIComponent throws at half a surrogate pair; here it becomes U+FFFD. */
export const percentEncoded = (text: string): string => encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'))
