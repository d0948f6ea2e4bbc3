import type { Family } from "./schema.ts";

const help = "the tools' own manual pages";

/** Pictures, sound, film and documents. */
export const media: Family = {
  ffprobe() {
    return {
      source: "FFmpeg 7.1 manual",
      class: "read",
      style: "single-dash",
      info: "-h -help --help -version",
      options:
        "-v=t -loglevel=t -hide_banner -show_format -show_streams -show_frames -show_packets -show_entries=t -show_chapters -show_error -show_programs -show_data -show_optional_fields=t -of=t -print_format=t -output_format=t -select_streams=t -count_frames -count_packets -pretty -unit -sexagesimal -i=r -f=t!unknown -sections -bitexact -read_intervals=t -formats -codecs -decoders -encoders -filters -pix_fmts -protocols -o=w!write",
      operands: "r?",
    };
  },
  ffmpeg() {
    return {
      source: "FFmpeg 7.1 manual",
      class: "write",
      style: "single-dash",
      info: "-h -help --help -version -formats -codecs -decoders -encoders -filters -pix_fmts -protocols -muxers -demuxers -hwaccels -devices -layouts -sample_fmts -bsfs -L -buildconf",
      options:
        "-i=r -y -n -f=t -c=t -codec=t -c:*=t -codec:*=t -t=t -to=t -ss=t -sseof=t -map=t -map_metadata=t -metadata=t -vf=t -af=t -filter:*=t -b:*=t -ab=t -vb=t -r=t -s=t -aspect=t -vn -an -sn -dn -ar=t -ac=t -acodec=t -vcodec=t -preset=t -crf=t -tune=t -pix_fmt=t -movflags=t -frames:*=t -vframes=n -q:*=t -qscale:*=t -loop=n -shortest -hide_banner -loglevel=t -v=t -stats -nostats -nostdin -threads=n -hwaccel=t -filter_complex=t -lavfi=t -safe=t -re -progress=u!network -report!write -passlogfile=w!write -pass=n -g=n -bf=n -profile:*=t -level=t -strict=t -copyts -vsync=t -fps_mode=t -async=n -lossless=n -compression_level=n -an",
      operands: "w*",
      // Outputs of the muxer `tee` name files within one word.
      forms: [{ if: "~*|* ~[*", class: "unknown" }],
    };
  },
  "identify magick-identify"() {
    return {
      source: "ImageMagick 7.1 manual",
      class: "read",
      style: "single-dash",
      info: "-help -version --help --version",
      options:
        "-format=f -verbose -ping -quiet -list=t -depth=n -units=t -regard-warnings -precision=n -define=t!unknown",
      operands: "r*",
    };
  },
  "convert magick mogrify composite montage animate display import conjure gm"() {
    return {
      source: "ImageMagick 7.1 manual",
      class: "unknown",
      style: "single-dash",
      info: "-help -version --help --version",
    };
  },
  exiftool() {
    return {
      source: "exiftool 13 manual",
      class: "read",
      style: "single-dash",
      info: "-ver",
      language: "exiftool",
      options:
        "-a -b -c=t -d=t -D -e -E -ee* -f -F -g -G -g* -G* -h -H -j* -json -l -L -m -n -p=r -q -r -s -s* -S -t -T -u -U -v -v* -X -ext=t -i=t -if=p -fast* -api=t!unknown -config=p -w=t!write -o=w!write -overwrite_original!write -all=t!write",
      operands: "r*",
    };
  },
  "sox play rec"() {
    return { source: "SoX 14.4 manual page", class: "unknown", info: "-h --help --version" };
  },
  mediainfo() {
    return {
      source: "mediainfo 25.03 help",
      class: "read",
      style: "exact-long",
      info: "-h --help -V --Version --version",
      options: "-f|--Full --Output=t --Inform=t",
      operands: "r*",
    };
  },
  soxi() {
    return {
      source: "SoX 14.4 manual page",
      class: "read",
      info: "-h --help -V --version",
      options: "-T -t -r -c -s -d -D -b -B -p -e -a",
      operands: "r*",
    };
  },
  mkvinfo() {
    return {
      source: "MKVToolNix 92 manual",
      class: "read",
      style: "exact-long",
      info: "-h --help -V --version",
      options:
        "-a|--all -c|--checksums -C|--check-mode -p|--hex-positions -P|--positions -s|--summary -t|--track-info -v|--verbose -x|--hexdump -X|--full-hexdump -z|--size -r|--redirect-output=w!write",
      operands: "r",
    };
  },
  // Most of its letters write: the title, the artist, or no tag at all.
  mp3info() {
    return {
      source: "mp3info 0.8 manual page",
      class: "read",
      info: "-h",
      options: "-x -f -F -r=t -p=t -G",
      operands: "r*",
    };
  },
  "pdfinfo pdffonts"() {
    return {
      source: "poppler 25.03 manual pages",
      class: "read",
      style: "single-dash",
      info: "-v -h -help --help",
      options:
        "-f=n -l=n -box -meta -custom -js -struct -struct-text -url -isodates -rawdates -dests -enc=t -listenc -opw=t -upw=t -subst -loc -locPS",
      operands: "r",
    };
  },
  pdftotext() {
    return {
      source: "poppler 25.03 manual page",
      class: "write",
      style: "single-dash",
      info: "-v -h -help --help",
      options:
        "-f=n -l=n -r=n -x=n -y=n -W=n -H=n -layout -fixed=n -raw -nodiag -htmlmeta -bbox -bbox-layout -tsv -cropbox -colspacing=n -enc=t -listenc -eol=t -nopgbrk -opw=t -upw=t -q",
      operands: "r w?",
      // `-` as the second word is the standard output.
      forms: [
        { if: "=-", class: "write" },
        { if: "~-", class: "read", operands: "r t" },
      ],
    };
  },
  "pdftoppm pdftocairo pdfseparate pdfunite pdftk ps2pdf gs wkhtmltopdf img2pdf ocrmypdf"() {
    return { source: help, class: "unknown", info: "--help --version" };
  },
  qpdf() {
    return {
      source: "qpdf 12 manual",
      class: "unknown",
      style: "exact-long",
      info: "--help --version --copyright",
      options:
        "--check --show-npages --show-pages --show-encryption --show-xref --is-encrypted --requires-password --password=t --json[=t] --list-attachments",
      operands: "r",
      forms: [
        {
          if: "--check --show-npages --show-pages --show-encryption --show-xref --is-encrypted --requires-password --json --list-attachments",
          class: "read",
        },
      ],
    };
  },
  pandoc() {
    return {
      source: "pandoc 3.6 manual",
      class: "read",
      info: "-h --help --version",
      options:
        "-f|-r|--from|--read=t -t|-w|--to|--write=t -o|--output=w!write -s|--standalone --toc --table-of-contents --toc-depth=n --number-sections -N --wrap=t --columns=n --metadata=t -M=t -V=t --variable=t --shift-heading-level-by=n --no-highlight --highlight-style=t --list-input-formats --list-output-formats --list-extensions[=t] --list-highlight-languages --reference-links --atx-headers --markdown-headings=t --strip-comments --quiet --sandbox -F=x --filter=x -L=s --lua-filter=s --pdf-engine=x --pdf-engine-opt=t --template=p --data-dir=p -d=p --defaults=p --extract-media=w!write --embed-resources!network --self-contained!network --citeproc -C --bibliography=r --csl=r --css=t -c=t -i --incremental --metadata-file=r --reference-doc=r --log=w!write",
      operands: "r*",
      language: "pandoc",
      forms: [{ if: "~*://*", class: "network", operands: "u*" }],
    };
  },
  "dot neato fdp sfdp twopi circo"() {
    return {
      source: "graphviz 12 manual page",
      class: "read",
      style: "exact-long",
      info: "-? -V",
      options: "-T* -o=w!write -O!write -K* -G* -N* -E* -q* -v -s* -y -c!write -x -P",
      operands: "r*",
    };
  },
  "plantuml mmdc d2 gnuplot asciidoctor typst latexmk pdflatex xelatex lualatex latex tex bibtex biber"() {
    return {
      source: help,
      class: "execute",
      style: "posix",
      info: "-h --help -V --version -version",
      operands: "t*",
      projectCode: true,
      exact: "launcher",
    };
  },
  svgo() {
    return {
      source: "svgo 4 documentation",
      // `svgo.config.js` of the folder or one above is loaded.
      class: "execute",
      style: "exact-long",
      info: "-h --help -v --version",
      options:
        "--config=s -i|--input=e -o|--output=w -f|--folder=E -r|--recursive -p|--precision=n -q|--quiet --multipass --pretty",
      operands: "e*",
      projectCode: true,
    };
  },
  // What has a value to one and none to another is a flag here, so that each file is one that may change.
  "optipng pngquant jpegoptim cwebp dwebp gifsicle oxipng"() {
    return {
      source: help,
      class: "write",
      style: "exact-long",
      info: "-h --help -V --version",
      options: "-o=w -q --quality=t --force -f --ext=t --strip[=t] -s --strip-all -O* -i --output=w --skip-if-larger",
      operands: "e*",
    };
  },
  "fc-list fc-match fc-query fc-scan"() {
    return {
      source: "fontconfig 2.16 manual pages",
      class: "read",
      info: "-h --help -V --version",
      options: "-v|--verbose -f|--format=t -q|--quiet -b|--brief -s|--sort -a|--all -i|--index=n",
      operands: "t*",
    };
  },
  // A cow is a program in Perl.
  "cowsay cowthink"() {
    return {
      source: "cowsay 3.03 manual page",
      class: "read",
      info: "-h",
      options: "-b -d -g -p -s -t -w -y -l -n -e=t -T=t -W=n -f=s",
      operands: "t*",
    };
  },
  boxes() {
    return {
      source: "boxes 2.3 manual page",
      class: "read",
      style: "exact-long",
      info: "-h --help -v --version",
      options:
        "-a|--align=t -c|--create=t -d|--design=t -i|--indent=t -l|--list -m|--mend -n|--encoding=t -p|--padding=t -q|--tag-query=t -r|--remove -s|--size=t -t|--tabs=t",
      operands: "r? w?",
      forms: [{ if: "2+", class: "write" }],
    };
  },
  lolcat() {
    return {
      source: help,
      class: "read",
      style: "exact-long",
      info: "-h --help -v --version",
      options: "-a -f -i -t -p=n -F=n -S=n -d=n -s=n",
      operands: "r*",
    };
  },
  "qrencode figlet toilet fortune banner"() {
    return {
      source: help,
      class: "read",
      style: "exact-long",
      info: "-h --help -V --version",
      options: "-t=t -o=w!write -s=n -l=t -f=t -w=n -c -k -W -d=t",
      operands: "t*",
    };
  },
};
