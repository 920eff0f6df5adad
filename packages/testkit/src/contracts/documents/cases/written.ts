import type { DocumentCase } from '../document-case.ts';
import { utf8 } from './encode.ts';

const SRT = `1
00:00:01,000 --> 00:00:04,000
The river was <i>never</i>

2
00:00:04,500 --> 00:00:06,000
as high as that spring.

3
00:01:05,000 --> 00:01:08,000
{\\an8}- Who keeps the bridge?

4
01:02:03,000 --> 01:02:08,000
Nobody does.
`;

const VTT = `WEBVTT - A talk

NOTE nobody reads this

STYLE
::cue { color: red }

intro
00:01.000 --> 00:04.000 align:start
<v Anna Petrova>We begin with &lt;stone&gt; bridges.

00:04.000 --> 00:07.000
We begin with <c.yellow>wood</c>.

00:04.500 --> 00:07.500
We begin with wood.
And we end with rope.
`;

const TEX = String.raw`% nobody reads this
\documentclass[11pt]{article}
\usepackage{graphicx}
\title{On the \emph{Bridges} of Caf\'es}
\author{Anna Petrova \and Bob}
\begin{document}
\maketitle
\input{/etc/passwd}
\section{Introduction}\label{sec:intro}
The first bridge was \textbf{built of stone} and
% nor this
fell in 1798~\cite{knuth84,lamport}. It cost 50\% more --- ${'``'}far'' more.
The formula $x_1^2$ stays; G\"odel and \v{C}apek do too, says \href{https://maps.example}{the map}.

\subsection{Tolls}
\begin{itemize}
\item two coins
\item a \textit{third} one
\end{itemize}
\begin{tabular}{l|r}
\hline
Year & Toll \\ \hline
1701 & 2 \& 3 \\
\end{tabular}
\begin{verbatim}
toll % is no comment
  = 2
\end{verbatim}
\begin{figure}\includegraphics{bridge.png}\caption{The bridge in spring.}\end{figure}
The last words.
\end{document}
behind the end
`;

const JATS = `<?xml version="1.0"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Archiving and Interchange DTD v1.2//EN" "JATS-archivearticle1.dtd">
<article xmlns:xlink="http://www.w3.org/1999/xlink"><!-- nobody reads this --><front>
<journal-meta><journal-title-group><journal-title>Journal of Bridges</journal-title></journal-title-group></journal-meta>
<article-meta><article-id pub-id-type="doi">10.1000/BRIDGES</article-id><article-id pub-id-type="pmc">1234567</article-id>
<title-group><article-title>On bridges of <italic>stone</italic></article-title></title-group>
<contrib-group><contrib contrib-type="author"><name><surname>Petrova</surname><given-names>Anna</given-names></name></contrib>
<contrib contrib-type="author"><collab>The Bridge Group</collab></contrib></contrib-group>
<pub-date pub-type="epub"><day>3</day><month>4</month><year>1998</year></pub-date>
<abstract><p>Bridges of stone last longer.</p></abstract></article-meta></front>
<body><sec><label>1</label><title>History</title>
<p>The first fell in 1798 [<xref ref-type="bibr" rid="r1">1</xref>, <xref ref-type="bibr" rid="r2">2</xref>], they say.</p>
<fig><label>Figure 1</label><caption><p>The bridge in spring.</p></caption></fig>
<table-wrap><table><tr><th>Year</th><th>Toll</th></tr><tr><td>1701</td><td>2</td></tr></table></table-wrap></sec></body>
<back><ref-list><title>References</title>
<ref id="r1"><label>[1]</label><mixed-citation publication-type="journal"><name><surname>Lind</surname> <given-names>A</given-names></name>. <article-title>Tolls of old</article-title>. <source>J Tolls</source>. <year>1990</year>;<volume>3</volume>:<fpage>4</fpage>-<lpage>9</lpage>.</mixed-citation></ref>
<ref id="r2"><label>[2]</label><element-citation publication-type="book"><person-group><name><surname>Berg</surname><given-names>C</given-names></name></person-group><source>Stones</source><year>1985</year><pub-id pub-id-type="doi">10.1000/stones</pub-id></element-citation></ref>
</ref-list></back></article>`;

export const writtenCases: readonly DocumentCase[] = [
  {
    format: 'subtitles',
    about: 'SubRip',
    source: { bytes: utf8(SRT), name: 'film.srt' },
    sentences: [
      { text: 'The river was never as high as that spring.', page: '00:00:01' },
      { text: '- Who keeps the bridge?', page: '00:01:05' },
      { text: 'Nobody does.', page: '01:02:03' },
    ],
    absent: ['-->', '<i>', '\\an8'],
  },
  {
    format: 'subtitles',
    about: 'WebVTT with speakers and rolling lines',
    source: { bytes: utf8(VTT), name: 'talk.vtt' },
    sentences: [
      {
        text: 'Anna Petrova: We begin with <stone> bridges. We begin with wood. And we end with rope.',
        page: '00:00:01',
      },
    ],
    absent: ['nobody reads', 'color: red', 'intro', 'align'],
  },
  {
    format: 'latex',
    about: 'an article',
    source: { bytes: utf8(TEX), name: 'paper.tex' },
    title: 'On the Bridges of Cafés',
    metadata: { author: 'Anna Petrova, Bob' },
    sentences: [
      {
        text: 'The first bridge was built of stone and fell in 1798 [knuth84, lamport].',
        path: ['Introduction'],
        line: 10,
      },
      { text: 'It cost 50% more — “far” more.', line: 12 },
      { text: 'The formula $x_1^2$ stays; Gödel and Čapek do too, says the map.', line: 13 },
      { text: '- a third one', path: ['Introduction', 'Tolls'], line: 18 },
      { text: '| 1701 | 2 & 3 |' },
      { text: 'toll % is no comment', line: 26 },
      { text: 'The bridge in spring.', line: 29 },
      { text: 'The last words.', line: 30 },
    ],
    absent: ['nobody reads', 'nor this', 'passwd', 'behind the end', 'documentclass', 'sec:intro'],
    blocks: [
      { kind: 'code', text: 'toll % is no comment\n  = 2' },
      { kind: 'table', text: '| Year | Toll |\n| --- | --- |\n| 1701 | 2 & 3 |' },
    ],
    links: [{ text: 'the map', target: 'https://maps.example' }],
  },
  {
    format: 'jats',
    about: 'an article with citations, a figure and a list of references',
    source: { bytes: utf8(JATS), name: 'article.xml' },
    title: 'On bridges of stone',
    metadata: {
      author: 'Anna Petrova, The Bridge Group',
      journal: 'Journal of Bridges',
      year: 1998,
      doi: '10.1000/bridges',
    },
    sentences: [
      { text: 'Bridges of stone last longer.', path: ['On bridges of stone', 'Abstract'] },
      { text: 'The first fell in 1798 [1, 2], they say.', path: ['On bridges of stone', '1 History'] },
      { text: '[1] Lind A. Tolls of old. J Tolls. 1990;3:4-9.', path: ['On bridges of stone', 'References'] },
    ],
    absent: ['nobody reads', 'bibr', 'xlink'],
    blocks: [
      { kind: 'caption', text: 'Figure 1 The bridge in spring.' },
      { kind: 'table', text: '| Year | Toll |\n| --- | --- |\n| 1701 | 2 |' },
    ],
  },
];
