/** Words that only the names of publishers have. */
const PUBLISHER =
  /\b(?:press|publish(?:er|ers|ing|ing co)|verlag|springer|elsevier|wiley|prentice[- ]hall|addison-wesley|mcgraw-hill|kluwer|kaufmann|erlbaum|routledge|macmillan|penguin|gallimard|pergamon)\b/iu;

export function isPublisher(text: string): boolean {
  return PUBLISHER.test(text);
}

/** Where it stands, or -1. */
export function publisherAt(text: string): number {
  return text.search(PUBLISHER);
}
