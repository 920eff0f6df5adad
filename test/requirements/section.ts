/** One line of the manifest: what the product does, under the id that tests cite. */
export interface Requirement {
  readonly id: string;
  readonly title: string;
}

export interface Section {
  readonly name: string;
  readonly requirements: readonly Requirement[];
}
