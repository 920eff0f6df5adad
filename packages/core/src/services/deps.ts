import type { Config } from '../config/index.ts';
import type {
  BackupShelf,
  BlobStore,
  Browser,
  CaptureGate,
  CitationStyler,
  Clock,
  CodeLinker,
  CodeParser,
  DocumentReader,
  Embedder,
  Extractor,
  Files,
  FileWriter,
  FolderWriter,
  Git,
  IdSource,
  Languages,
  Llm,
  Logger,
  ModelOpener,
  Processes,
  Projects,
  PaperSources,
  Random,
  Reranker,
  SecretStore,
  Storage,
  Traces,
  Web,
  WebSearch,
} from '../ports/index.ts';

/** What the services stand on. Made once by the composition root. */
export interface Deps {
  readonly storage: Storage;
  /** The one that the settings name, or the built-in one. */
  readonly embedder: Embedder;
  /** Without it there is no other model than that. */
  readonly models?: ModelOpener;
  /** What is installed for other languages, now or later. */
  readonly languages?: Languages;
  /** Puts the best of a search in order, where one is set up. */
  readonly reranker?: Reranker;
  readonly extractor: Extractor;
  /** Bytes that records refer to. */
  readonly blobs: BlobStore;
  /** Where backups may go that are made by themselves. */
  readonly backups: BackupShelf;
  /** The user's files, for what the user ordered. Without it no folder may be read. */
  readonly files?: Files;
  /** Writes citations in the styles of journals, in a thread of its own. Without it none are written. */
  readonly citationStyler?: CitationStyler;
  /** Reads what the bytes of a document say. */
  readonly documentReader: DocumentReader;
  /** Which charset bytes are in, as WHATWG calls it; `declared` is what they say of themselves. */
  readonly findCharset: (bytes: Uint8Array, declared?: string) => Promise<string>;
  /** Reads source, in processes of its own. Without it, no code is indexed. */
  readonly codeParser?: CodeParser;
  /** Makes edges of what it read, in a process of its own. Without it they are made here, in slices. */
  readonly codeLinker?: CodeLinker;
  /** What Git knows of the user's folders; without it they are folders. */
  readonly git?: Git;
  /** Changes files of the user's, for what the user ordered. Without it no folder is mirrored. */
  readonly folders?: FolderWriter;
  /** The user's vault of notes, with what reads it and nothing else. Without it no notes of papers are written. */
  readonly vault?: { readonly folder: string; readonly files: Files };
  /** Where exports go. */
  readonly exports: FileWriter;
  /** What lies beside the store on disk; without it there is nothing. */
  readonly traces?: Traces;
  /** The one way out to the network; off unless the user allowed hosts. */
  readonly web: Web;
  /** Visits sites that have no interface for programs; off unless the user switched it on. */
  readonly browser?: Browser;
  /** Engines that search the web, those that the user has set up; none without. */
  readonly webSearches?: readonly WebSearch[];
  /** Where papers are looked up; without it nowhere. Each is off unless the user allowed it. */
  readonly paperSources?: PaperSources;
  /** What the user typed in for sites that are visited. */
  readonly secrets?: SecretStore;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Without it, work of a process that died waits until its lease runs out. */
  readonly processes?: Processes;
  /** Which project a folder belongs to; without it none is one. */
  readonly projects?: Projects;
  /** What may be captured of conversations; without it all of them. */
  readonly captureGate?: CaptureGate;
  /** Distils conversations, where the user has chosen a language model for that; closed by whoever opened it. */
  readonly distiller?: Llm;
  readonly random: Random;
  readonly logger: Logger;
  readonly config: Config;
}
