# Prints what URI::Find finds in the files of a folder: `find.pl MODULE FOLDER`.
#
# Each line is a JSON array: the name of the file, null, and the text that is found.
use strict;
use warnings;
use JSON::PP;

my ($module, $folder) = @ARGV;
eval "require $module" or die $@;
my $json = JSON::PP->new->ascii;
opendir(my $list, $folder) or die "$folder: $!";
for my $name (sort grep { !/^\./ } readdir $list) {
    open(my $file, '<:encoding(UTF-8)', "$folder/$name") or die "$name: $!";
    my $text = do { local $/; <$file> };
    $module->new(sub {
        my ($url, $spelled) = @_;
        print $json->encode([$name, undef, $spelled]), "\n";
        return $spelled;
    })->find(\$text);
}
